import type { Paise } from '#app/basics/money.ts';
import type { Refused, Result } from '#app/basics/result.ts';
import type { ShippingAddress } from '#app/basics/address.ts';
import type { PrivatePicture } from '#app/modules/media/media.server.ts';
import type { PictureRefusal } from '#app/modules/media/messages.ts';
import type { TooMany } from '#app/platform/limits.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import type { CommissionAccess } from './access.ts';
import type { CommissionPage } from './commission-page.ts';
import type { NotYet, QuoteLine, Stage } from './commission.ts';

type Access = CommissionAccess;
const toBuild = (): never => {
  throw new Error('to be built');
};

// —— who may ——
/** A request with the studio's eyes; admins. Throws not-found. */
export const openForStudio = (_shop: Shop, _requestId: string): Promise<Access> => toBuild();
/** The signed-in person's own request; another's is not found. Throws SignInNeeded for guests. */
export const openOwn = (_shop: Shop, _requestId: string): Promise<Access> => toBuild();
/** What a mailed link opens; a revoked, an older or a made-up one is not found, in the same time. */
export const openByLink = (_shop: Shop, _token: string): Promise<Access> => toBuild();
/** The address of the link, for mails; undefined while it is revoked. The shop itself and admins. */
export const linkOf = (_shop: Shop, _requestId: string): Promise<string | undefined> => toBuild();
/** Makes every link of before open nothing; `anew` gives another one. The studio. */
export const revokeLink = (_shop: Shop, _access: Access, _as: { anew: boolean }): Promise<void> => toBuild();
/** The shop as the commission's customer sees it, to pay its order with; its customer alone, and not before there is an order. */
export const shopOfCustomer = (_shop: Shop, _access: Access): Promise<Shop> => toBuild();

// —— reading ——
export const getCommission = (_shop: Shop, _access: Access): Promise<CommissionPage> => toBuild();
/** Notes that this side has everything on its screen that is there now. */
export const markSeen = (_shop: Shop, _access: Access): Promise<void> => toBuild();

// —— the conversation ——
/** Says something, with the pictures that were uploaded under `key`; the same key is one message. Opens a closed request again when its customer writes. */
export const sendMessage = (
  _shop: Shop,
  _access: Access,
  _message: { key: string; body: string },
): Promise<Result<undefined, Refused<'empty-message' | 'not-now', undefined> | TooMany>> => toBuild();
export const mayUploadPicture = (_shop: Shop, _access: Access): Promise<boolean> => toBuild();
export const uploadPicture = (
  _shop: Shop,
  _access: Access,
  _upload: { key: string; bytes: Uint8Array },
): Promise<Result<{ id: string }, PictureRefusal | Refused<'enough-pictures', undefined> | TooMany>> => toBuild();
export const removePicture = (_shop: Shop, _access: Access, _at: { key: string; id: string }): Promise<void> =>
  toBuild();
/** A picture of the conversation, of a stage or of the inspiration. Throws not-found for another request's. */
export const openPicture = (_shop: Shop, _access: Access, _id: string): Promise<PrivatePicture> => toBuild();

// —— quotes ——
export type NewQuote = {
  key: string;
  lines: QuoteLine[];
  included: string;
  freeChanges: number;
  earliestFinish: string;
  validDays: number;
  advance: Paise;
  asksApproval: boolean;
  keptBeforePainting: number;
  keptOncePainting: number;
  workHours: number;
};
/** Sends a quote as the next version; those before it can't be accepted any more. The same key is one quote. The studio. */
export const sendQuote = (
  _shop: Shop,
  _access: Access,
  _quote: NewQuote,
): Promise<Result<{ version: number }, Refused<'not-now', undefined>>> => toBuild();
/** Asks for a change of the newest quote, in words. Its customer. */
export const askChange = (
  _shop: Shop,
  _access: Access,
  _asked: { quoteId: string; text: string },
): Promise<Result<undefined, Refused<'quote-superseded' | 'not-now', undefined>>> => toBuild();
/** Accepts the newest quote while it is valid: makes the order, waiting for its advance. The same quote again answers its order. Its customer. */
export const acceptQuote = (
  _shop: Shop,
  _access: Access,
  _accepted: { quoteId: string; name: string; shippingAddress: ShippingAddress },
): Promise<
  Result<
    { orderId: string; orderNumber: string },
    Refused<
      'quote-superseded' | 'quote-expired' | 'quote-accepted' | 'artwork-not-found' | 'deactivated-account' | 'not-now',
      undefined
    >
  >
> => toBuild();

// —— the work ——
/** Records that a stage was reached, with the photos uploaded under `key`; the same key is one update. The same stage again is news of it. The studio. */
export const recordStage = (
  _shop: Shop,
  _access: Access,
  _update: { key: string; stage: Stage; note: string; asksApproval: boolean },
): Promise<Result<undefined, Refused<NotYet | 'not-now', undefined>>> => toBuild();
/** Takes the newest stage update back, within a minute in which nobody is told of it yet. The studio. */
export const undoStage = (_shop: Shop, _access: Access): Promise<Result<undefined, Refused<'not-now', undefined>>> =>
  toBuild();
/** Approves the newest design, or says what shall be changed. Its customer. */
export const answerApproval = (
  _shop: Shop,
  _access: Access,
  _answer: { updateId: string; approves: boolean; changeWanted: string },
): Promise<Result<undefined, Refused<'not-now', undefined>>> => toBuild();
/** How much cloth its customer will send. Either side, until it came. */
export const expectFabric = (
  _shop: Shop,
  _access: Access,
  _expected: { centimetres: number },
): Promise<Result<undefined, Refused<'not-now', undefined>>> => toBuild();
/** The customer's cloth came, with photos under `key`: a stage update, to be confirmed by its customer. The studio. */
export const receiveFabric = (
  _shop: Shop,
  _access: Access,
  _received: { key: string; centimetres: number; marks: string },
): Promise<Result<undefined, Refused<'not-now', undefined>>> => toBuild();
/** Its customer agrees to what came. */
export const confirmFabric = (
  _shop: Shop,
  _access: Access,
): Promise<Result<undefined, Refused<'not-now', undefined>>> => toBuild();
/** How much of the cloth is left over, for the packing slip. The studio. */
export const noteFabricLeft = (
  _shop: Shop,
  _access: Access,
  _left: { centimetres: number },
): Promise<Result<undefined, Refused<'not-now', undefined>>> => toBuild();
/** Cancels agreed work: what is kept follows the quote, the rest goes back. Either side, until the parcel has left. */
export const cancelCommission = (
  _shop: Shop,
  _access: Access,
  _why: { reason: string },
): Promise<Result<{ kept: Paise; refunded: Paise }, Refused<'not-now', undefined>>> => toBuild();
export const setPhotoConsent = (_shop: Shop, _access: Access, _consent: boolean): Promise<void> => toBuild();

// —— sweeps and lists ——
/** Closes requests that went quiet, 14 days after their quote lapsed; the shop itself calls it. Answers how many. */
export const closeQuietRequests = (_shop: Shop): Promise<number> => toBuild();
export const sweepCommissionPictures = (_shop: Shop): Promise<number> => toBuild();
/** Requests and commissions that wait for the studio, the most pressing first, with their clock; admins. */
export const waitingForStudio = (
  _shop: Shop,
  _limit: number,
): Promise<{ requestId: string; number: string; name: string; what: string; until: Date | null; unread: number }[]> =>
  toBuild();
