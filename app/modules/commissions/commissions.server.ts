import './events.server.ts';

export { linkOf, openByLink, openForStudio, openOwn, revokeLink, shopOfCustomer } from './internal/access.server.ts';
export { cancelCommission } from './internal/cancel-commission.server.ts';
export {
  markSeen,
  sendMessage,
  setPhotoConsent,
  takeUnseenMessages,
  type UnseenMessage,
} from './internal/conversation.server.ts';
export { forgetCommissions, removeCommissionsBefore } from './internal/forget-commissions.server.ts';
export { getCommission } from './internal/get-commission.server.ts';
export {
  mayUploadPicture,
  openPicture,
  removePicture,
  sweepCommissionPictures,
  uploadPicture,
} from './internal/pictures.server.ts';
export { closeQuietRequests } from './internal/quiet-requests.server.ts';
export { acceptQuote, askChange, type NewQuote, sendQuote } from './internal/quotes.server.ts';
export {
  answerApproval,
  confirmFabric,
  expectFabric,
  noteFabricLeft,
  receiveFabric,
  recordStage,
  undoStage,
} from './internal/stages.server.ts';
export { type WaitingCommission, waitingForStudio } from './internal/waiting-for-studio.server.ts';
