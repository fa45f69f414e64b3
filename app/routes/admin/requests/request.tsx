import { useEffect, useRef } from 'react';
import { data, Link, useSearchParams, href } from 'react-router';
import { z } from 'zod';
import { formatDay, formatMoment } from '#app/basics/india.ts';
import { formatRupees } from '#app/basics/money.ts';
import { rupeesText } from '#app/basics/rupees.ts';
import { findProfileAddress } from '#app/modules/identity/accounts/find-account.server.ts';
import { inspirationOf } from '#app/modules/requests/requests/custom-orders.server.ts';
import { messagesAbout } from '#app/modules/messaging/messages/messages.server.ts';
import { replyToRequest } from '#app/modules/requests/requests/replies.server.ts';
import { acceptSchema, requestNoteSchema } from '#app/modules/requests/requests/answer-forms.ts';
import { notesChanged, orderNotCreated, REQUEST_ANSWERS } from '#app/modules/requests/requests/messages.ts';
import { acceptRequest, reopenRequest } from '#app/modules/requests/requests/answers.server.ts';
import { accountOf, getRequest, noteRequest } from '#app/modules/requests/requests/read-requests.server.ts';
import { clockOf, REQUEST_KINDS, REQUEST_STATUS_LABELS } from '#app/modules/requests/requests/request.ts';
import { shortId } from '#app/modules/orders/orders/order.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { MessagesWritten } from '#app/routes/admin/orders/orders/history.tsx';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { pickListSearch } from '#app/routes/admin/shared/list-search.ts';
import { Part } from '#app/routes/admin/shared/part.tsx';
import { readIntent } from '#app/routes/admin/shared/read-intent.ts';
import { ReplyForm, replySchema } from '#app/routes/admin/shared/reply-form.tsx';
import { seeOther } from '#app/routes/admin/shared/see-other.ts';
import { ActionForm, SheetForm } from '#app/routes/admin/shared/sheet-form.tsx';
import { Done } from '#app/routes/admin/shared/done.tsx';
import { WhatsAppMessage } from '#app/routes/admin/shared/whatsapp-message.tsx';
import { getCommission } from '#app/modules/requests/requests/request-page.server.ts';
import { openForStudio } from '#app/modules/requests/requests/access.server.ts';
import { draftAboutCommission } from './commission-whatsapp.server.ts';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { Dialog } from '#app/ui/kit/dialog.tsx';
import { TextArea } from '#app/ui/kit/field.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { stayHere } from '#app/routes/stay-here.ts';
import type { Route } from './+types/request.ts';
import { AcceptForm } from './accept.tsx';
import { RequestDetails, RequestNotes } from './details.tsx';
import { ReplyClock } from './reply-clock.tsx';

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  adminMeta(`Request from ${loaderData?.request.name ?? 'somebody'}`)({ matches });

export async function loader({ context, params: { id }, request: asked }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const request = await getRequest(shop, id);
  const [page, account, pictures, messages, { contact, shopName }] = await Promise.all([
    openForStudio(shop, id).then((access) => getCommission(shop, access)),
    accountOf(shop, request),
    inspirationOf(shop, id),
    messagesAbout(shop, { requestId: id }),
    getSettings(shop),
  ]);
  const home = account && request.status === 'pending' ? await findProfileAddress(shop, account.userId) : undefined;
  return {
    request,
    account,
    pictures,
    messages,
    whatsApp: await draftAboutCommission(shop, asked, page, { shopName, named: request.quote }),
    clock: clockOf(request, { now: shop.now, replyWithinHours: contact.replyWithinHours }),
    known: {
      ...home,
      name: request.name,
      email: request.email,
      phone: request.phone,
      ...request.shippingAddress,
      quantity: '1',
      price: request.quote ? rupeesText(request.quote) : request.artworkPrice ? rupeesText(request.artworkPrice) : '',
    } as Record<string, string>,
    maySend: shop.config.smtpUrl !== undefined,
    formKey: crypto.randomUUID(),
  };
}

const requestForm = z.discriminatedUnion('intent', [
  replySchema,
  requestNoteSchema.extend({ intent: z.literal('notes') }),
  acceptSchema.extend({ intent: z.literal('accept') }),
  z.strictObject({ intent: z.literal('reopen') }),
]);

/** Accepts the request or takes it up again, writes to who sent it, or keeps notes and quote. */
export async function action({ context, params: { id }, request, url }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const read = readIntent(await request.formData(), requestForm);
  if (!read.ok) return data(read, 400);
  const go = (done: string) => seeOther(href('/admin/requests/:id', { id }), url, { done });
  const form = read.value;
  switch (form.intent) {
    case 'reply':
      await replyToRequest(shop, { requestId: id, key: form.key, subject: form.subject, text: form.text });
      return go('replied');
    case 'notes': {
      const { intent: _intent, ...notes } = form;
      const noted = await noteRequest(shop, { requestId: id, ...notes });
      if (noted.ok) return go('noted');
      const typed = { ...read.typed, seen: noted.data.seen };
      return data({ formError: notesChanged(noted.data), typed }, 409);
    }
    case 'reopen':
      await reopenRequest(shop, id);
      return go('reopened');
    case 'accept': {
      const { intent: _intent, quantity, price, warnedState, ...shippingAddress } = form;
      const refuse = (formError: string) => data({ formError, typed: read.typed }, 400);
      if (!Number.isSafeInteger(quantity * price)) return refuse(orderNotCreated('it comes to too much.'));
      const accepted = await acceptRequest(shop, { requestId: id, quantity, price, warnedState, shippingAddress });
      if (accepted.ok) return go('accepted');
      // Seen now: sent again for the same state, it is accepted.
      if (accepted.reason === 'barred-state') read.typed.warnedState = shippingAddress.state;
      return refuse(REQUEST_ANSWERS[accepted.reason]);
    }
  }
}

export const clientAction = stayHere(REQUEST_ANSWERS['not-accepted']);

/** One request as a sheet: what is asked, until when it wants an answer, what was written, and the two answers. */
export default function RequestSheet({ loaderData }: Route.ComponentProps) {
  const { request, account, pictures, messages, whatsApp, clock, known, maySend, formKey } = loaderData;
  const [search] = useSearchParams();
  const listSearch = pickListSearch(search);
  const here = href('/admin/requests/:id', { id: request.id });
  const isAccepted = search.get('done') === 'accepted';
  const outcome = useRef<HTMLDivElement>(null);
  // The form that accepts is gone then; its outcome stands at the head.
  useEffect(() => {
    if (isAccepted) outcome.current?.scrollIntoView({ block: 'nearest' });
  }, [isAccepted]);
  const title = request.artworkTitle ?? 'A piece that is gone';
  return (
    <Dialog
      open
      drawer
      closeTo={`${href('/admin/requests')}${listSearch}`}
      title={request.name}
      className="md:w-144"
      foot={
        request.status === 'pending' ? (
          <>
            <ButtonLink size="small" icon="check" to={`${here}${listSearch}#accept`}>
              Accept
            </ButtonLink>
            <ButtonLink look="destructive" size="small" to={`${here}${listSearch}#reject`}>
              Reject
            </ButtonLink>
          </>
        ) : undefined
      }
    >
      <p className="meta num">
        {request.number} · {REQUEST_KINDS[request.kind]} · {formatMoment(request.createdAt)}
      </p>
      <p>
        <ButtonLink look="card" icon="chat" to={href('/admin/requests/:id/commission', { id: request.id })}>
          Conversation, quote and work
        </ButtonLink>
      </p>
      <div ref={outcome} className="empty:hidden">
        <Done messages={{ accepted: REQUEST_ANSWERS.accepted, reopened: 'It waits for an answer again.' }} />
      </div>
      {request.status === 'pending' ? (
        <p>
          <ReplyClock clock={clock} />
        </p>
      ) : (
        <Note tone={request.status === 'accepted' ? 'done' : 'info'}>
          {REQUEST_STATUS_LABELS[request.status]}
          {request.answeredAt ? ` on ${formatDay(request.answeredAt)}` : ''}
          {request.answeredBy ? ` by ${request.answeredBy}` : ''}.{' '}
          {request.orderId ? (
            <Link className="link num font-semibold" to={href('/admin/orders/:id', { id: request.orderId })}>
              Order #{shortId(request.orderId)}
            </Link>
          ) : null}
        </Note>
      )}
      <RequestDetails request={request} title={title} pictures={pictures} account={account} />
      {request.status === 'rejected' && request.rejectionReason ? (
        <p className="whitespace-pre-wrap wrap-anywhere">{request.rejectionReason}</p>
      ) : null}
      {request.status === 'rejected' || request.status === 'closed' ? <ReopenForm /> : null}
      {request.status === 'pending' ? (
        <AcceptForm
          action={`${here}${listSearch}#accept`}
          known={known}
          account={account}
          price={request.artworkPrice === null ? undefined : formatRupees(request.artworkPrice)}
        />
      ) : null}
      <Part title="Reply">
        <Done messages={{ replied: 'Reply sent.' }} />
        <MessagesWritten messages={messages} maySend={maySend} formKey={formKey} returnTo={`${here}${listSearch}`} />
        <ReplyForm
          action={`${here}${listSearch}`}
          to={request.email}
          subject={`Your request: ${title}`}
          formKey={formKey}
        />
      </Part>
      <WhatsAppMessage about={{ requestId: request.id }} draft={whatsApp} returnTo={`${here}${listSearch}`} />
      {request.status === 'pending' ? <RejectForm id={request.id} to={request.email} /> : null}
      <RequestNotes request={request} />
    </Dialog>
  );
}

/** Takes up again what was rejected or closed, of which no mail tells its sender. */
function ReopenForm() {
  return (
    <SheetForm intent="reopen" className="grid gap-2">
      <Button look="card" size="small" className="justify-self-start">
        Take it up again
      </Button>
      <p className="meta">It waits for an answer then. No mail tells its sender: write to them below.</p>
    </SheetForm>
  );
}

/** Says no, with what its sender reads of why. */
function RejectForm({ id, to }: { id: string; to: string }) {
  return (
    <Part title="Reject">
      <ActionForm id="reject" action={href('/admin/requests/:id/rejection', { id })} className="grid gap-3">
        <TextArea
          label="Why, in words for the customer"
          name="reason"
          id="rejection-reason"
          hint={`It goes by mail to ${to}, after a minute in which you can undo it.`}
          optional
          rows={3}
          maxLength={1000}
        />
        <Button look="destructive" size="small" className="justify-self-start">
          Reject
        </Button>
      </ActionForm>
    </Part>
  );
}
