import './events.server.ts';

export {
  fabricLeftOf,
  type ListedCommission,
  listedCommissions,
  promisedFinish,
} from './internal/list-commissions.server.ts';
export { cancelCommission } from './internal/cancel-commission.server.ts';
export { forgetCommissions, removeCommissionsBefore } from './internal/forget-commissions.server.ts';
export { getCommission } from './internal/get-commission.server.ts';
export { joinAccount } from './internal/join-account.server.ts';
export { setPhotoConsent } from './internal/photo-consent.server.ts';
export { commissionOfPicture, photosInShop, showPhoto } from './internal/shop-photos.server.ts';
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
