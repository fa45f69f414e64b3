import './events.server.ts';

export { askReturn, getReturnable, type Returnable } from './parts/ask-return.server.ts';
export {
  forgetReturns,
  mayUploadReturnPhoto,
  openReturnPhoto,
  removeReturnPhoto,
  sweepReturnPhotos,
  uploadReturnPhoto,
} from './parts/return-photos.server.ts';
export {
  countUnansweredReturns,
  getReturn,
  listReturns,
  photosOf,
  RETURN_STAGES,
  type ReturnFilter,
  type ReturnPage,
  type ReturnStage,
  returnsOf,
} from './parts/read-returns.server.ts';
export { answerReturn, receiveReturn } from './parts/answer-return.server.ts';
