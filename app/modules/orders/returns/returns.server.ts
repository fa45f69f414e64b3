import './events.server.ts';

export { askReturn, getReturnable, type Returnable, withdrawReturn } from './internal/ask-return.server.ts';
export {
  forgetReturns,
  checkUploads,
  openReturnPhoto,
  removeReturnPhoto,
  removeReturnsBefore,
  sweepReturnPhotos,
  uploadReturnPhoto,
} from './internal/return-photos.server.ts';
export {
  countUnansweredReturns,
  getReturn,
  listReturns,
  findReturnPhotos,
  RETURN_STAGES,
  type ReturnStage,
  findReturns,
} from './internal/read-returns.server.ts';
export { answerReturn, receiveReturn } from './internal/answer-return.server.ts';
export { creditLowerPrice } from './internal/lower-price.server.ts';
