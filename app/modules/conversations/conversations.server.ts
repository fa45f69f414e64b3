import './events.server.ts';

export { linkOf, openByLink, openForStudio, openOwn, revokeLink, shopOfCustomer } from './internal/access.server.ts';
export { forgetConversations, removeConversationsBefore } from './internal/forget-conversations.server.ts';
export { markSeen, sendMessage, takeUnseenMessages, type UnseenMessage } from './internal/messages.server.ts';
export {
  attachPictures,
  detachPictures,
  checkUploads,
  openPicture,
  openWaitingPicture,
  removePicture,
  sweepConversationPictures,
  uploadKeyOf,
  uploadPicture,
  waitingPictures,
} from './internal/pictures.server.ts';
export { publishRequest } from './internal/publish-request.server.ts';
