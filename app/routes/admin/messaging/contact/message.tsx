import { useSearchParams, href } from 'react-router';
import { findVerifiedAccount } from '#app/modules/identity/accounts/find-account.server.ts';
import { formatMoment } from '#app/basics/india.ts';
import { getContactMessage } from '#app/modules/messaging/contact/contact.server.ts';
import { ARTWORK_INTERESTS } from '#app/modules/messaging/contact/forms.ts';
import { messagesAbout } from '#app/modules/messaging/messages/messages.server.ts';
import { replyToContact } from '#app/modules/messaging/contact/contact.server.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { MessagesWritten } from '#app/routes/admin/orders/orders/history.tsx';
import { CustomerLink } from '#app/routes/admin/shared/customer-link.tsx';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { listAddress, useListSearch } from '#app/routes/admin/shared/list-search.ts';
import { PhoneLinks } from '#app/routes/admin/shared/phone-links.tsx';
import { Part } from '#app/routes/admin/shared/part.tsx';
import { ReplyForm, replySchema } from '#app/routes/admin/shared/reply-form.tsx';
import { Dialog } from '#app/ui/kit/dialog.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import type { Route } from './+types/message.ts';

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  adminMeta(loaderData?.message.ticketNumber ?? 'Message')({ matches });

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const message = await getContactMessage(shop, id);
  const [account, replies] = await Promise.all([
    findVerifiedAccount(shop, message.email),
    messagesAbout(shop, { contactMessageId: id }),
  ]);
  return {
    message,
    account,
    replies,
    maySend: shop.config.smtpUrl !== undefined,
    formKey: crypto.randomUUID(),
  };
}

const form = formOf<Route.ActionArgs>();

export const action = formAction({
  reply: form({
    schema: replySchema.omit({ intent: true }),
    run: (shop, reply, { params }) => replyToContact(shop, { messageId: params.id, ...reply }),
    done: (_sent, _reply, { params: { id }, url }) =>
      listAddress(href('/admin/contact/:id', { id }), url, { done: 'replied' }),
    refused: {},
  }),
});

export default function ContactMessageSheet({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { message, account, replies, maySend, formKey } = loaderData;
  const [search] = useSearchParams();
  const listSearch = useListSearch();
  const here = `${href('/admin/contact/:id', { id: message.id })}${listSearch}`;
  return (
    <Dialog open drawer closeTo={`${href('/admin/contact')}${listSearch}`} title={message.subject} className="md:w-144">
      <p className="meta num">
        {message.ticketNumber} · {formatMoment(message.createdAt)}
      </p>
      {search.get('done') === 'replied' && !answer ? <Note tone="done">Reply sent.</Note> : null}
      <dl className="details-list">
        <dt>Name</dt>
        <dd>
          <CustomerLink name={message.name} userId={account?.userId} />
        </dd>
        <dt>Email</dt>
        <dd className="wrap-anywhere">{message.email}</dd>
        {message.phone ? (
          <>
            <dt>Phone</dt>
            <dd>
              <PhoneLinks phone={message.phone} />
            </dd>
          </>
        ) : null}
        {message.artworkInterest ? (
          <>
            <dt>About</dt>
            <dd>{ARTWORK_INTERESTS[message.artworkInterest]}</dd>
          </>
        ) : null}
      </dl>
      <p className="whitespace-pre-wrap wrap-anywhere">{message.message}</p>
      <Part title="Reply">
        <MessagesWritten messages={replies} maySend={maySend} formKey={formKey} returnTo={here} />
        <ReplyForm
          action={here}
          to={message.email}
          subject={`${message.ticketNumber}: ${message.subject}`}
          formKey={formKey}
        />
      </Part>
    </Dialog>
  );
}
