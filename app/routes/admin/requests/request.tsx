import { useEffect, useRef } from 'react';
import { data, Form, Link, redirect, useSearchParams } from 'react-router';
import { z } from 'zod';
import { formatDay, formatMoment } from '#app/basics/india.ts';
import { formatRupees } from '#app/basics/money.ts';
import { rupeesText } from '#app/basics/rupees.ts';
import { inspirationOf } from '#app/modules/custom-orders/custom-orders.server.ts';
import { addressOf } from '#app/modules/accounts/verified-account.server.ts';
import { messagesAbout } from '#app/modules/notifications/notifications.server.ts';
import { replyToRequest } from '#app/modules/notifications/replies.server.ts';
import { acceptSchema, requestNoteSchema } from '#app/modules/order-requests/answer-forms.ts';
import { orderNotCreated, REQUEST_ANSWERS } from '#app/modules/order-requests/messages.ts';
import {
  acceptRequest,
  accountOf,
  getRequest,
  noteRequest,
} from '#app/modules/order-requests/order-requests.server.ts';
import { clockOf, REQUEST_KINDS } from '#app/modules/order-requests/request.ts';
import { shortId } from '#app/modules/orders/order.ts';
import { getSettings } from '#app/modules/settings/settings.server.ts';
import { type FormProblem, readFields } from '#app/platform/forms.ts';
import { shopContext } from '#app/platform/request-context.server.ts';
import { Button } from '#app/ui/kit/button.tsx';
import { Dialog } from '#app/ui/kit/dialog.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import type { Route } from './+types/request.ts';
import { keptSearch, keptSearchWith } from '#app/routes/admin/shared/list-search.ts';
import { MessagesWritten } from '#app/routes/admin/orders/history.tsx';
import { Part } from '#app/routes/admin/shared/part.tsx';
import { ReplyClock } from './reply-clock.tsx';
import { ReplyForm, replySchema } from '#app/routes/admin/shared/reply-form.tsx';
import { AcceptForm } from './accept.tsx';
import { RequestDetails, RequestNotes } from './details.tsx';

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Request from ${loaderData?.request.name ?? 'somebody'}, admin` },
  { name: 'robots', content: 'noindex' },
];

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const request = await getRequest(shop, id);
  const [account, pictures, messages, { contact }] = await Promise.all([
    accountOf(shop, request),
    inspirationOf(shop, id),
    messagesAbout(shop, { requestId: id }),
    getSettings(shop),
  ]);
  const home = account && request.status === 'pending' ? await addressOf(shop, account.userId) : undefined;
  return {
    request,
    account,
    pictures,
    messages,
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

type SetupError = FormProblem & { form: string };

/** Accepts the request, writes to who sent it, or keeps notes and quote. */
export async function action({ context, params: { id }, request, url }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const form = await request.formData();
  const go = (done: string) => redirect(`/admin/requests/${id}${keptSearchWith(url.searchParams, { done })}`, 303);
  const wrong = (trouble: SetupError) => data<SetupError>(trouble, 400);
  switch (form.get('form')) {
    case 'reply': {
      const read = readFields(form, replySchema);
      if (!read.ok) return wrong({ form: 'reply', ...read });
      await replyToRequest(shop, { requestId: id, ...read.value });
      return go('replied');
    }
    case 'notes': {
      const read = readFields(form, requestNoteSchema.extend({ form: z.literal('notes') }));
      if (!read.ok) return wrong({ form: 'notes', ...read });
      await noteRequest(shop, { requestId: id, notes: read.value.notes, quote: read.value.quote });
      return go('noted');
    }
    case 'accept': {
      const read = readFields(form, acceptSchema.extend({ form: z.literal('accept') }));
      if (!read.ok) return wrong({ form: 'accept', ...read });
      const { form: _form, quantity, price, ...shippingAddress } = read.value;
      if (!Number.isSafeInteger(quantity * price))
        return wrong({ form: 'accept', typed: read.typed, formError: orderNotCreated('it comes to too much.') });
      const accepted = await acceptRequest(shop, { requestId: id, quantity, price, shippingAddress });
      if (!accepted.ok)
        return wrong({ form: 'accept', typed: read.typed, formError: REQUEST_ANSWERS[accepted.reason] });
      return go('accepted');
    }
    case null:
    default:
      throw new Response(null, { status: 400, statusText: 'Bad Request' });
  }
}

const DONE: Record<string, string> = {
  replied: 'Reply sent.',
  noted: 'Notes saved.',
  invited: 'Invitation sent.',
  accepted: REQUEST_ANSWERS.accepted,
};

/** One request as a sheet: what is asked, until when it wants an answer, what was written, and the two answers. */
export default function RequestSheet({ loaderData, actionData: trouble }: Route.ComponentProps) {
  const { request, account, pictures, messages, clock, known, maySend, formKey } = loaderData;
  const [search] = useSearchParams();
  const kept = keptSearch(search);
  const here = `/admin/requests/${request.id}`;
  const doneWhat = search.get('done') ?? '';
  const done = DONE[doneWhat];
  const told = useRef<HTMLDivElement>(null);
  // The form that accepts stands at the foot of the sheet and is gone then; its outcome stands at the head.
  useEffect(() => {
    if (doneWhat === 'accepted') told.current?.scrollIntoView({ block: 'nearest' });
  }, [doneWhat]);
  const title = request.artworkTitle ?? 'A piece that is gone';
  return (
    <Dialog
      open
      drawer
      closeTo={`/admin/requests${kept}`}
      title={request.name}
      className="md:w-[36rem]!"
      foot={
        request.status === 'pending' ? (
          <Form method="post" action={`${here}/rejection${kept}`} preventScrollReset>
            <Button look="destructive" size="small">
              Reject
            </Button>
          </Form>
        ) : undefined
      }
    >
      <p className="meta num">
        {REQUEST_KINDS[request.kind]} · {formatMoment(request.createdAt)}
      </p>
      <div ref={told} className="empty:hidden">
        {done && !trouble ? <Note tone="done">{done}</Note> : null}
      </div>
      {request.status === 'pending' ? (
        <p>
          <ReplyClock clock={clock} />
        </p>
      ) : (
        <Note tone={request.status === 'accepted' ? 'done' : 'info'}>
          {request.status === 'accepted' ? 'Accepted' : 'Rejected'}
          {request.answeredAt ? ` on ${formatDay(request.answeredAt)}` : ''}
          {request.answeredBy ? ` by ${request.answeredBy}` : ''}.{' '}
          {request.orderId ? (
            <Link className="link num font-semibold" to={`/admin/orders/${request.orderId}`}>
              Order #{shortId(request.orderId)}
            </Link>
          ) : null}
        </Note>
      )}
      <RequestDetails request={request} title={title} pictures={pictures} account={account} here={here} kept={kept} />
      <Part title="Reply">
        <MessagesWritten messages={messages} maySend={maySend} formKey={formKey} returnTo={`${here}${kept}`} />
        <ReplyForm
          action={`${here}${kept}`}
          to={request.email}
          subject={`Your request: ${title}`}
          formKey={formKey}
          trouble={trouble}
        />
      </Part>
      <RequestNotes request={request} action={`${here}${kept}`} trouble={trouble} />
      {request.status === 'pending' ? (
        <AcceptForm
          action={`${here}${kept}#accept`}
          known={known}
          account={account}
          trouble={trouble}
          price={request.artworkPrice === null ? undefined : formatRupees(request.artworkPrice)}
        />
      ) : null}
    </Dialog>
  );
}
