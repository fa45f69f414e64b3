import { randomUUID } from 'node:crypto';
import { data, href } from 'react-router';
import type { RequestAccess } from '#app/modules/requests/requests/access.ts';
import { advanceOf, isOver, totalOf } from '#app/modules/requests/requests/request.ts';
import { cancelCommission } from '#app/modules/requests/requests/cancel-request.server.ts';
import { noteFabricLeft, receiveFabric, recordStage, undoStage } from '#app/modules/requests/requests/stages.server.ts';
import { sendQuote } from '#app/modules/requests/requests/quotes.server.ts';
import { showPhoto } from '#app/modules/requests/requests/shop-photos.server.ts';
import { markSeen } from '#app/modules/requests/requests/conversations.server.ts';
import { openForStudio, revokeLink } from '#app/modules/requests/requests/access.server.ts';
import {
  COMMISSION_REFUSALS,
  NOT_YET,
  notesChanged,
  orderNotCreated,
  REQUEST_ANSWERS,
  type SentBefore,
  sentOtherwise,
} from '#app/modules/requests/requests/messages.ts';
import { storeRefusal } from '#app/modules/catalogue/media/messages.ts';
import { acceptRequest, reopenRequest } from '#app/modules/requests/requests/answers.server.ts';
import { replyToRequest } from '#app/modules/requests/requests/replies.server.ts';
import { noteRequest } from '#app/modules/requests/requests/read-requests.server.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import type { Refused } from '#app/basics/result.ts';
import { readFields } from '#app/platform/forms.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { seeOther } from '#app/routes/admin/shared/see-other.ts';
import type { CommissionAnswer } from '#app/routes/requests/post-page.ts';
import { isScripted, readCommissionForm, takeMessage } from '#app/routes/requests/take-message.server.ts';
import { changeLines, changesLines, readLines, takeLines } from './quote-lines.ts';
import { type StudioForm, studioForms } from './studio-forms.ts';

/** Does what a form of the studio's page says, and shows the page anew; what was wrong stands beside its field. */
export async function takeStudioForm(shop: Shop, requestId: string, request: Request, url: URL) {
  const access = await openForStudio(shop, requestId);
  const sent = await readCommissionForm(shop, access, request);
  const { form, pictures, pictureError } = sent;
  const lines = takeLines(form);
  const change = form.get('intent');
  if (changesLines(change)) form.set('intent', 'quote');
  const read = readFields(form, studioForms);
  const refuse = (status: number, answer: CommissionAnswer) =>
    data<CommissionAnswer>({ ...answer, typed: { ...read.typed, ...lines }, pictures, pictureError }, { status });
  const refuseFor = (refusal: Refusal) => {
    if (refusal.reason !== 'sent-otherwise')
      return refuse(409, { formError: { ...COMMISSION_REFUSALS, ...NOT_YET }[refusal.reason] });
    // Sent again, it goes under another key, and so do its photos.
    const { key: _key, ...typed } = { ...read.typed, ...lines };
    return data<CommissionAnswer>({ formError: sentOtherwise(refusal.data), typed }, { status: 409 });
  };
  // A button beside the lines: the form is shown again, with one more or one less.
  if (changesLines(change))
    return data<CommissionAnswer>({ typed: { ...read.typed, ...changeLines(lines, change) }, stamp: randomUUID() });
  if (!read.ok) {
    if (read.errors.intent) throw new Response(null, { status: 400, statusText: 'Bad Request' });
    const wrong = read.typed.intent === 'quote' ? readLines(lines).errors : {};
    return refuse(400, { errors: { ...wrong, ...read.errors } });
  }
  const here = href('/admin/requests/:id', { id: requestId });
  if (read.value.intent === 'message') {
    const answer = await takeMessage(shop, access, read.value, sent, isScripted(request));
    await markSeen(shop, access, read.value.seen);
    return answer ?? seeOther(here, url, { done: 'sent' });
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
    const formError = shown.reason === 'no-consent' ? COMMISSION_REFUSALS[shown.reason] : storeRefusal(shown);
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
    // The owner sees it now: sent again for the same state, it is accepted.
    if (accepted.reason === 'barred-state') read.typed.warnedState = shippingAddress.state;
    return refuse(400, { formError: REQUEST_ANSWERS[accepted.reason] });
  }
  const outcome = await doAsStudio(shop, access, read.value);
  return outcome.ok ? seeOther(here, url, { done: outcome.done }) : refuseFor(outcome);
}

type Reason = keyof typeof COMMISSION_REFUSALS | keyof typeof NOT_YET;
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
      return finish(await cancelCommission(shop, access, form), 'cancelled');
  }
}
