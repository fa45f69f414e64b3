import { randomUUID } from 'node:crypto';
import { data, href } from 'react-router';
import { advanceOf, isOver, type RequestAccess, STAGES, totalOf } from '#app/modules/requests/requests/request.ts';
import { noteFabricLeft, receiveFabric, recordStage, undoStage } from '#app/modules/requests/requests/stages.server.ts';
import { sendQuote } from '#app/modules/requests/requests/quotes.server.ts';
import { showPhoto } from '#app/modules/requests/requests/shop-photos.server.ts';
import { openForStudio, revokeLink } from '#app/modules/requests/requests/access.server.ts';
import {
  REQUEST_REFUSALS,
  NOT_YET,
  notesChanged,
  orderNotCreated,
  REQUEST_ANSWERS,
  type SentBefore,
  sentOtherwise,
} from '#app/modules/requests/requests/messages.ts';
import { storeRefusal } from '#app/modules/catalogue/media/messages.ts';
import { acceptRequest, cancelRequest, reopenRequest } from '#app/modules/requests/requests/answers.server.ts';
import { replyToRequest } from '#app/modules/requests/requests/conversations.server.ts';
import { noteRequest } from '#app/modules/requests/requests/read-requests.server.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import type { Refused } from '#app/basics/result.ts';
import { readIntent } from '#app/routes/admin/shared/read-intent.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { seeOther } from '#app/routes/admin/shared/see-other.ts';
import type { RequestPageAnswer } from '#app/routes/requests/request-answer.ts';
import {
  cancelForm,
  lengthSchema,
  messageForm,
  readRequestForm,
  takeMessage,
  textSchema,
} from '#app/routes/requests/take-form.server.ts';
import { changeLines, changesLines, readLines, takeLines } from './quote-lines.ts';
import { z } from 'zod';
import { rupeesSchema } from '#app/basics/rupees-schema.ts';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import { replySchema } from '#app/routes/admin/shared/reply-form.tsx';
import { shippingAddressSchema } from '#app/modules/store/shipping/address-forms.ts';

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

/** What the owner settles when a request becomes an order: how many, at which price a piece, and where it goes. */
const acceptSchema = z.strictObject({
  quantity: z
    .string({ error: 'Write how many' })
    .regex(/^\d{1,3}$/, 'Write how many')
    .transform(Number)
    .pipe(z.number().min(1, 'Write how many')),
  price: rupeesSchema('Write the price of one piece in rupees').refine(
    (price) => price > 0,
    'Write the price of one piece in rupees',
  ),
  ...shippingAddressSchema.shape,
  /** The state that the owner was warned of, where a composition seller may not deliver. */
  warnedState: z.string().max(60).optional(),
});

/** The studio's notes on a request, and the price it named. */
const requestNoteSchema = z.strictObject({
  notes: z.string().trim().max(4000, 'At most 4000 characters'),
  quote: z.union([
    z.literal('').transform(() => null),
    rupeesSchema('Write the price in rupees').refine((price) => price > 0, 'Write the price in rupees'),
  ]),
  /** What the form was made from (`seenNotes`). */
  seen: z.string().max(64).optional(),
});

/** All that the studio can send from the page of a request, told apart by its button. The lines of a quote are read beside it. */
export const studioForms = z.discriminatedUnion('intent', [
  messageForm,
  z.strictObject({
    intent: z.literal('quote'),
    key: uuidSchema,
    included: textSchema(2000),
    freeChanges: wholeNumber(0, 20),
    earliestFinish: z.iso.date('Choose a day'),
    validDays: wholeNumber(1, 90),
    advance: z.union([z.literal('').transform(() => undefined), rupeesSchema(ADVANCE_WRONG)], { error: ADVANCE_WRONG }),
    asksApproval: ticked,
    feeBeforePainting: wholeNumber(0, 100),
    feeOncePainting: wholeNumber(0, 100),
    workHours: wholeNumber(1, 2000),
  }),
  z.strictObject({
    intent: z.literal('stage'),
    key: uuidSchema,
    stage: z.enum(STAGES, { error: 'Choose a stage' }),
    note: textSchema(2000),
    asksApproval: ticked,
  }),
  z.strictObject({ intent: z.literal('undo-stage') }),
  z.strictObject({
    intent: z.literal('receive-fabric'),
    key: uuidSchema,
    metres: lengthSchema,
    marks: textSchema(1000),
  }),
  z.strictObject({ intent: z.literal('fabric-left'), leftMetres: lengthSchema.or(z.literal('0').transform(() => 0)) }),
  requestNoteSchema.extend({ intent: z.literal('notes') }),
  acceptSchema.extend({ intent: z.literal('accept') }),
  z.strictObject({ intent: z.literal('reopen') }),
  replySchema,
  z.strictObject({ intent: z.literal('link'), link: z.enum(['new', 'revoke']) }),
  z.strictObject({ intent: z.literal('show-photo'), pictureId: uuidSchema }),
  cancelForm,
]);

export type StudioForm = z.infer<typeof studioForms>;

/** Does what a form of the studio's page says, and shows the page anew; what was wrong stands beside its field. */
export async function takeStudioForm(shop: Shop, requestId: string, request: Request, url: URL) {
  const access = await openForStudio(shop, requestId);
  const sent = await readRequestForm(shop, access, request);
  const { form, pictures, pictureError } = sent;
  const lines = takeLines(form);
  const change = form.get('intent');
  if (changesLines(change)) form.set('intent', 'quote');
  const read = readIntent(form, studioForms);
  const refuse = (status: number, answer: RequestPageAnswer) =>
    data<RequestPageAnswer>({ ...answer, typed: { ...read.typed, ...lines }, pictures, pictureError }, { status });
  const refuseFor = (refusal: Refusal) => {
    if (refusal.reason !== 'sent-otherwise')
      return refuse(409, { formError: { ...REQUEST_REFUSALS, ...NOT_YET }[refusal.reason] });
    // Sent again, it goes under another key, and so do its photos.
    const { key: _key, ...typed } = { ...read.typed, ...lines };
    return data<RequestPageAnswer>({ formError: sentOtherwise(refusal.data), typed }, { status: 409 });
  };
  // A button beside the lines: the form is shown again, with one more or one less.
  if (changesLines(change))
    return data<RequestPageAnswer>({ typed: { ...read.typed, ...changeLines(lines, change) }, stamp: randomUUID() });
  if (!read.ok) {
    const wrong = read.typed.intent === 'quote' ? readLines(lines).errors : {};
    return refuse(400, { errors: { ...wrong, ...read.errors } });
  }
  const here = href('/admin/requests/:id', { id: requestId });
  if (read.value.intent === 'message') {
    return (await takeMessage(shop, access, read.value, sent, request)) ?? seeOther(here, url, { done: 'sent' });
  }
  if (pictureError) return refuse(400, {});
  if (read.value.intent === 'quote') {
    const { lines: quoted, errors } = readLines(lines);
    if (Object.keys(errors).length > 0) return refuse(400, { errors });
    const { intent: _intent, advance, ...quote } = read.value;
    const { total } = totalOf(quoted);
    if (advance !== undefined && (advance > total || advance === 0))
      return refuse(400, { errors: { advance: 'More than nothing, and no more than the total' } });
    if (isOver(shop, quote.earliestFinish))
      return refuse(400, { errors: { earliestFinish: 'Choose today or a later day.' } });
    const { promises } = await getSettings(shop);
    const usual = advanceOf(total, promises.commissionAdvancePercentage);
    const outcome = await sendQuote(shop, access, { ...quote, lines: quoted, advance: advance ?? usual });
    return outcome.ok ? seeOther(here, url, { done: 'quoted' }) : refuseFor(outcome);
  }
  if (read.value.intent === 'show-photo') {
    const shown = await showPhoto(shop, access, read.value.pictureId);
    if (shown.ok) return seeOther(here, url, { done: 'shown' });
    const formError = shown.reason === 'no-consent' ? REQUEST_REFUSALS[shown.reason] : storeRefusal(shown);
    return refuse(409, { formError });
  }
  if (read.value.intent === 'notes') {
    const { intent: _intent, ...notes } = read.value;
    const noted = await noteRequest(shop, { requestId, ...notes });
    if (noted.ok) return seeOther(here, url, { done: 'noted' });
    read.typed.seen = noted.data.seen;
    return refuse(409, { formError: notesChanged(noted.data) });
  }
  if (read.value.intent === 'accept') {
    const { intent: _intent, quantity, price, warnedState, ...shippingAddress } = read.value;
    if (!Number.isSafeInteger(quantity * price))
      return refuse(400, { formError: orderNotCreated('it comes to too much.') });
    const accepted = await acceptRequest(shop, { requestId, quantity, price, warnedState, shippingAddress });
    if (accepted.ok) return seeOther(here, url, { done: 'accepted' });
    // The form now shows the warning, so sending it again for the same state is accepted.
    if (accepted.reason === 'barred-state') read.typed.warnedState = shippingAddress.state;
    return refuse(400, { formError: REQUEST_ANSWERS[accepted.reason] });
  }
  const outcome = await doAsStudio(shop, access, read.value);
  return outcome.ok ? seeOther(here, url, { done: outcome.done }) : refuseFor(outcome);
}

type Reason = keyof typeof REQUEST_REFUSALS | keyof typeof NOT_YET;
type Refusal = Refused<Reason, undefined> | Refused<'sent-otherwise', SentBefore>;

async function doAsStudio(
  shop: Shop,
  access: RequestAccess,
  form: Exclude<StudioForm, { intent: 'message' | 'quote' | 'show-photo' | 'notes' | 'accept' }>,
): Promise<{ ok: true; done: string } | Refusal> {
  const finish = (outcome: { ok: true } | Refusal, done: string) =>
    outcome.ok ? ({ ok: true, done } as const) : outcome;
  switch (form.intent) {
    case 'stage':
      return finish(await recordStage(shop, access, form), 'stage');
    case 'undo-stage':
      return finish(await undoStage(shop, access), 'undone');
    case 'receive-fabric':
      return finish(
        await receiveFabric(shop, access, { key: form.key, centimetres: form.metres, marks: form.marks }),
        'received',
      );
    case 'fabric-left':
      return finish(await noteFabricLeft(shop, access, { centimetres: form.leftMetres }), 'left');
    case 'link':
      await revokeLink(shop, access, { anew: form.link === 'new' });
      return { ok: true, done: form.link === 'new' ? 'link' : 'revoked' };
    case 'reply':
      await replyToRequest(shop, {
        requestId: access.requestId,
        key: form.key,
        subject: form.subject,
        text: form.text,
      });
      return { ok: true, done: 'replied' };
    case 'reopen':
      await reopenRequest(shop, access.requestId);
      return { ok: true, done: 'reopened' };
    case 'cancel':
      return finish(await cancelRequest(shop, access, form), 'cancelled');
  }
}
