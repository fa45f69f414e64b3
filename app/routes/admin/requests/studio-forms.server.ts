import { isStateRefusal } from '#app/modules/store/settings/interstate.ts';
import { randomUUID } from 'node:crypto';
import { href } from 'react-router';
import { z } from 'zod';
import { type Refused, refused, type Result } from '#app/basics/result.ts';
import { rupeesSchema } from '#app/basics/rupees-schema.ts';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import { storeRefusal } from '#app/modules/catalogue/media/messages.ts';
import { openForStudio, revokeLink } from '#app/modules/requests/requests/access.server.ts';
import {
  acceptRequest,
  cancelRequest,
  rejectRequest,
  reopenRequest,
  undoAccept,
} from '#app/modules/requests/requests/answers.server.ts';
import { inviteRequester, replyToRequest } from '#app/modules/requests/requests/conversations.server.ts';
import {
  NOT_YET,
  notesChanged,
  orderNotCreated,
  REQUEST_ANSWERS,
  REQUEST_REFUSALS,
  type SentBefore,
  sentOtherwise,
} from '#app/modules/requests/requests/messages.ts';
import { sendQuote } from '#app/modules/requests/requests/quotes.server.ts';
import { getRequestPage } from '#app/modules/requests/requests/request-page.server.ts';
import { noteRequest } from '#app/modules/requests/requests/read-requests.server.ts';
import {
  advanceOf,
  isOver,
  PAID_BY,
  type RequestAccess,
  STAGES,
  totalOf,
} from '#app/modules/requests/requests/request.ts';
import { showPhoto } from '#app/modules/requests/requests/shop-photos.server.ts';
import {
  changeReadyDay,
  noteFabricLeft,
  receiveFabric,
  recordStage,
  undoStage,
} from '#app/modules/requests/requests/stages.server.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { shippingAddressSchema } from '#app/modules/store/shipping/address-forms.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { listAddress } from '#app/routes/admin/shared/list-search.ts';
import { replySchema } from '#app/routes/admin/shared/reply-form.tsx';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import {
  cancelSchema,
  lengthSchema,
  limitRequestPictures,
  messageForm,
  prepareRequestPictures,
  type RequestArgs,
  seenForm,
  textSchema,
} from '#app/routes/requests/request-forms.server.ts';
import { askWithoutPrice, changeLines, kindsWithoutPrice, LINE_CHANGES, readLines, takeLines } from './quote-lines.ts';

const wholeNumber = (from: number, to: number) => {
  const message = `A whole number from ${from} to ${to}`;
  return z
    .string({ error: message })
    .trim()
    .regex(/^\d{1,4}$/, message)
    .transform(Number)
    .pipe(z.number().min(from, message).max(to, message));
};
const ADVANCE_WRONG = 'Enter the advance in rupees with at most two decimals, such as 1450 or 1450.50.';
const ticked = z
  .literal('yes')
  .optional()
  .transform((value) => value === 'yes');

const acceptSchema = z.strictObject({
  quantity: z
    .string({ error: 'Enter a quantity' })
    .regex(/^\d{1,3}$/, 'Enter a quantity')
    .transform(Number)
    .pipe(z.number().min(1, 'Enter a quantity')),
  price: rupeesSchema('Enter the price of one piece in rupees').refine(
    (price) => price > 0,
    'Enter the price of one piece in rupees',
  ),
  ...shippingAddressSchema.shape,
  /** The Indian state of delivery about which the form already warned. */
  warnedState: z.string().max(60).optional(),
  alreadyPaid: ticked,
  paidBy: z.enum(PAID_BY, { error: 'Choose how it was paid' }).default('cash'),
});

const requestNoteSchema = z.strictObject({
  notes: z.string().trim().max(4000, 'At most 4000 characters'),
  quote: z.union([
    z.literal('').transform(() => null),
    rupeesSchema('Enter the price in rupees').refine((price) => price > 0, 'Enter the price in rupees'),
  ]),
  seen: z.string().max(64).optional(),
});

export const quoteSchema = z.strictObject({
  key: uuidSchema,
  included: textSchema(2000),
  freeChanges: wholeNumber(0, 20),
  earliestFinish: z.iso.date('Choose a day'),
  validDays: wholeNumber(1, 90),
  advance: z.union([z.literal('').transform(() => undefined), rupeesSchema(ADVANCE_WRONG)], { error: ADVANCE_WRONG }),
  asksApproval: ticked,
  isService: ticked,
  feeBeforePainting: wholeNumber(0, 100),
  feeOncePainting: wholeNumber(0, 100),
  workHours: wholeNumber(1, 2000),
  /** The kinds of quote line about which the form has already warned. */
  withoutPrice: z.string().max(100).optional(),
});

type StudioArgs = RequestArgs & { params: { id: string } };
const form = formOf<StudioArgs>();

const here = ({ url }: StudioArgs, done: string) => listAddress(url.pathname, url, { done });
const list = ({ url }: StudioArgs, outcome: Record<string, string> = {}) =>
  listAddress(href('/admin/requests'), url, outcome);

type Refusal = Refused<keyof typeof REQUEST_REFUSALS | keyof typeof NOT_YET> | Refused<'sent-otherwise', SentBefore>;

function wordRefusal(refusal: Refusal) {
  if (refusal.reason !== 'sent-otherwise') return { ...REQUEST_REFUSALS, ...NOT_YET }[refusal.reason];
  // A new key allows the form and its photos to be sent again.
  return { formError: sentOtherwise(refusal.data as SentBefore), typed: { key: '' }, pictures: undefined };
}

const workForm = <Schema extends z.ZodType>(
  schema: Schema,
  outcome: string,
  run: (shop: Shop, access: RequestAccess, fields: z.output<Schema>) => Promise<Result<unknown, Refusal>>,
  prepare?: typeof prepareRequestPictures,
) =>
  form({
    schema,
    prepare,
    run: async (shop, fields, { params }) => run(shop, await openForStudio(shop, params.id), fields),
    done: (_done, _fields, args) => here(args, outcome),
    refused: wordRefusal,
  });

const quote = form({
  schema: quoteSchema,
  prepare: (_shop, body) => {
    const typed = takeLines(body);
    const { errors } = readLines(typed);
    return { typed, errors: Object.keys(errors).length > 0 ? errors : undefined };
  },
  run: async (shop, { advance, withoutPrice, isService, ...fields }, { params }, { typed }) => {
    const access = await openForStudio(shop, params.id);
    const { lines } = readLines(typed);
    const { total } = totalOf(lines);
    const missing = kindsWithoutPrice(await getRequestPage(shop, access), lines);
    if (missing.length > 0 && missing.join() !== withoutPrice) return refused('without-price', missing);
    if (advance !== undefined && (advance > total || advance === 0)) return refused('wrong-advance');
    if (isOver(shop, fields.earliestFinish)) return refused('past-day');
    const { promises } = await getSettings(shop);
    const usual = advanceOf(total, promises.commissionAdvancePercentage);
    return sendQuote(shop, access, { ...fields, ...(isService && { isService }), lines, advance: advance ?? usual });
  },
  done: (_sent, _fields, args) => here(args, 'quoted'),
  refused: {
    'without-price': ({ data }) => ({
      formError: askWithoutPrice(data),
      typed: { withoutPrice: data.join() },
      status: 400,
    }),
    'wrong-advance': { errors: { advance: 'Enter more than 0 and no more than the total' }, status: 400 },
    'past-day': { errors: { earliestFinish: 'Choose today or a later day.' }, status: 400 },
    'sent-otherwise': wordRefusal,
    'not-now': wordRefusal,
  },
});

const changeQuoteLines = (change: string) =>
  form({
    schema: z.record(z.string(), z.string()),
    prepare: (_shop, body) => ({ typed: changeLines(takeLines(body), change) }),
    run: async (_shop, fields, _args, { typed }) => ({ ...fields, ...typed }),
    done: (typed) => ({ typed: { ...typed, intent: 'quote' }, stamp: randomUUID() }),
    refused: {},
  });

const showPhotoForm = form({
  schema: z.strictObject({ pictureId: uuidSchema }),
  run: async (shop, { pictureId }, { params }) => showPhoto(shop, await openForStudio(shop, params.id), pictureId),
  done: (_shown, _fields, args) => here(args, 'shown'),
  refused: (refusal) => ({
    formError: refusal.reason === 'no-consent' ? REQUEST_REFUSALS[refusal.reason] : storeRefusal(refusal),
    status: 409,
  }),
});

const notes = form({
  schema: requestNoteSchema,
  run: (shop, fields, { params }) => noteRequest(shop, { requestId: params.id, ...fields }),
  done: (_noted, _fields, args) => here(args, 'noted'),
  refused: ({ data }) => ({ formError: notesChanged(data), typed: { seen: data.seen } }),
});

const accept = form({
  schema: acceptSchema,
  run: async (shop, { quantity, price, warnedState, alreadyPaid, paidBy: way, ...shippingAddress }, { params }) => {
    if (!Number.isSafeInteger(quantity * price)) return refused('too-much');
    const paidBy = alreadyPaid ? way : undefined;
    return acceptRequest(shop, { requestId: params.id, quantity, price, warnedState, shippingAddress, paidBy });
  },
  done: (_order, { alreadyPaid }, args) => here(args, alreadyPaid ? 'accepted-paid' : 'accepted'),
  refused: ({ reason }, { state }) => ({
    formError: reason === 'too-much' ? orderNotCreated('the total is too high.') : REQUEST_ANSWERS[reason],
    // The form now shows the warning. Sending it again for the same state accepts the request.
    ...(isStateRefusal(reason) && { typed: { warnedState: state } }),
    status: 400,
  }),
});

const undoAcceptForm = form({
  run: (shop, _fields, { params }) => undoAccept(shop, params.id),
  done: (_undone, _fields, args) => here(args, 'accept-undone'),
  refused: REQUEST_REFUSALS,
});

const readyDay = form({
  schema: z.strictObject({ key: uuidSchema, day: z.iso.date('Choose a day') }),
  run: async (shop, fields, { params }) => changeReadyDay(shop, await openForStudio(shop, params.id), fields),
  done: (_changed, _fields, args) => here(args, 'ready-day'),
  refused: {
    'past-day': { errors: { day: 'Choose today or a later day.' }, status: 400 },
    'not-now': REQUEST_REFUSALS['not-now'],
  },
});

const reject = form({
  schema: z.strictObject({ reason: z.string().trim().max(1000).default('') }),
  run: (shop, { reason }, { params }) => rejectRequest(shop, params.id, reason || undefined),
  done: (_rejected, _fields, args) => list(args, { done: 'rejected', of: args.params.id }),
  refused: ({ reason }, _fields, args) => ({ to: list(args, { refused: reason }) }),
  back: (args) => list(args),
});

const undoRejection = form({
  run: (shop, _fields, { params }) => reopenRequest(shop, params.id),
  done: (_reopened, _fields, args) => list(args),
  refused: {},
  back: (args) => list(args),
});

const invite = form({
  run: (shop, _fields, { params }) => inviteRequester(shop, params.id),
  done: (isSent, _fields, args) => here(args, isSent ? 'invited' : 'invited-before'),
  refused: {},
});

const reopen = form({
  run: (shop, _fields, { params }) => reopenRequest(shop, params.id),
  done: (_reopened, _fields, args) => here(args, 'reopened'),
  refused: {},
});

const link = form({
  schema: z.strictObject({ link: z.enum(['new', 'revoke']) }),
  run: async (shop, { link }, { params }) =>
    revokeLink(shop, await openForStudio(shop, params.id), { isReplaced: link === 'new' }),
  done: (_link, { link }, args) => here(args, link === 'new' ? 'link' : 'revoked'),
  refused: {},
});

const reply = form({
  schema: replySchema.omit({ intent: true }),
  run: (shop, fields, { params }) => replyToRequest(shop, { requestId: params.id, ...fields }),
  done: (_sent, _fields, args) => here(args, 'replied'),
  refused: {},
});

export const takeStudioForm = formAction<StudioArgs>(
  {
    message: messageForm(({ url }) => listAddress(url.pathname, url, { done: 'sent' })),
    seen: seenForm,
    quote,
    ...Object.fromEntries(LINE_CHANGES.map((change) => [change, changeQuoteLines(change)])),
    stage: workForm(
      z.strictObject({
        key: uuidSchema,
        stage: z.enum(STAGES, { error: 'Choose a stage' }),
        note: textSchema(2000),
        asksApproval: ticked,
      }),
      'stage',
      recordStage,
      prepareRequestPictures,
    ),
    'undo-stage': workForm(z.strictObject({}), 'undone', undoStage),
    'receive-fabric': workForm(
      z.strictObject({ key: uuidSchema, metres: lengthSchema, marks: textSchema(1000) }),
      'received',
      (shop, access, { metres, ...fields }) => receiveFabric(shop, access, { centimetres: metres, ...fields }),
      prepareRequestPictures,
    ),
    'fabric-left': workForm(
      z.strictObject({ leftMetres: lengthSchema.or(z.literal('0').transform(() => 0)) }),
      'left',
      (shop, access, { leftMetres }) => noteFabricLeft(shop, access, { centimetres: leftMetres }),
    ),
    cancel: workForm(cancelSchema, 'cancelled', cancelRequest),
    'show-photo': showPhotoForm,
    notes,
    accept,
    'undo-accept': undoAcceptForm,
    'ready-day': readyDay,
    reject,
    'undo-rejection': undoRejection,
    reopen,
    invite,
    reply,
    link,
  },
  { before: limitRequestPictures },
);
