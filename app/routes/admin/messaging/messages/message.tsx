import { Link, useSearchParams, href } from 'react-router';
import { z } from 'zod';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import { formatMoment } from '#app/basics/india.ts';
import { TEMPLATE_LABELS } from '#app/modules/messaging/messages/message.ts';
import { RESEND_REFUSALS } from '#app/modules/messaging/messages/messages.ts';
import { findVerifiedAccount } from '#app/modules/identity/accounts/find-account.server.ts';
import { getMessage, resendMessage } from '#app/modules/messaging/messages/messages.server.ts';
import { shortId } from '#app/modules/orders/orders/order.ts';
import { CustomerLink } from '#app/routes/admin/shared/customer-link.tsx';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { listAddress, useListSearch } from '#app/routes/admin/shared/list-search.ts';
import { titleCase } from '#app/routes/admin/shared/labels.ts';
import { MessageStateBadge } from '#app/routes/admin/shared/message-state-badge.tsx';
import { ActionForm } from '#app/routes/admin/shared/sheet-form.tsx';
import { Button } from '#app/ui/kit/button.tsx';
import { Dialog } from '#app/ui/kit/dialog.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import type { Route } from './+types/message.ts';
import { hasSupplier } from './has-supplier.ts';

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  adminMeta(loaderData?.message.subject ?? 'Message')({ matches });

export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const { bodyHtml, ...message } = await getMessage(shop, params.id);
  return {
    message,
    account: await findVerifiedAccount(shop, message.recipient),
    hasHtml: bodyHtml !== null,
    formKey: crypto.randomUUID(),
    isSetUp: hasSupplier(shop.config, message.channel),
    maySend: hasSupplier(shop.config, message.channel) && message.state !== 'queued' && message.sentBy === null,
  };
}

const form = formOf<Route.ActionArgs>();

const QUEUED = 'Queued to be sent.';

/** Shows the new message. With `stays`, shows the order's or request's page again. */
export const action = formAction(
  form({
    schema: z.strictObject({ key: uuidSchema, stays: z.literal('yes').optional() }),
    run: (shop, { key }, { params: { id } }) => resendMessage(shop, { id, key }),
    done: ({ id }, { stays }, { url }) =>
      stays
        ? { ok: true, toast: { text: QUEUED } }
        : listAddress(href('/admin/messages/:id', { id }), url, { resent: '1' }),
    refused: ({ reason }, { stays }, { url, params: { id } }) =>
      stays
        ? RESEND_REFUSALS[reason]
        : { to: listAddress(href('/admin/messages/:id', { id }), url, { refused: reason }) },
    back: ({ params: { id } }) => href('/admin/messages/:id', { id }),
  }),
);

export default function MessageSheet({
  loaderData: { message, account, hasHtml, formKey, isSetUp, maySend },
}: Route.ComponentProps) {
  const [search] = useSearchParams();
  const listSearch = useListSearch();
  return (
    <Dialog
      open
      drawer
      closeTo={`${href('/admin/messages')}${listSearch}`}
      title={message.subject}
      className="md:w-160"
      foot={
        maySend ? (
          <ActionForm action={href('/admin/messages/:id', { id: message.id })} className="grid gap-3">
            <input type="hidden" name="key" value={formKey} />
            <Button icon="mail">{message.state === 'sent' ? 'Send again' : 'Send now'}</Button>
          </ActionForm>
        ) : undefined
      }
    >
      {search.has('resent') ? <Note tone="done">{QUEUED}</Note> : null}
      {search.has('refused') ? (
        <Note tone="alert">
          {RESEND_REFUSALS[search.get('refused') === 'sent-manually' ? 'sent-manually' : 'already-waiting']}
        </Note>
      ) : null}
      {message.lastError ? <Note tone="alert">{message.lastError}</Note> : null}
      <dl className="details-list">
        <dt>State</dt>
        <dd className="num">
          <MessageStateBadge state={message.state} /> {message.sentAt ? formatMoment(message.sentAt) : null}
          {message.sentBy ? `, by ${message.sentBy}` : null}
          {message.attempts > 1 ? `, ${message.attempts} attempts` : null}
          {isSetUp ? null : <span className="meta block">{`${titleCase(message.channel)} isn’t set up yet.`}</span>}
        </dd>
        <dt>To</dt>
        <dd className="wrap-anywhere">
          <CustomerLink name={message.recipient} userId={account?.userId} />
        </dd>
        <dt>Message</dt>
        <dd>{TEMPLATE_LABELS[message.template]}</dd>
        <dt>Written</dt>
        <dd className="num">{formatMoment(message.createdAt)}</dd>
        {message.orderId ? (
          <>
            <dt>Order</dt>
            <dd>
              <Link className="link num" to={href('/admin/orders/:id', { id: message.orderId })}>
                #{shortId(message.orderId)}
              </Link>
            </dd>
          </>
        ) : null}
      </dl>
      {hasHtml ? (
        <iframe
          className="h-136 w-full border border-line bg-paper"
          title="Email preview"
          src={href('/admin/messages/:id/mail', { id: message.id })}
          sandbox=""
        />
      ) : null}
      <details className="accordion" open={!hasHtml}>
        <summary>As plain text</summary>
        <pre className="accordion-body whitespace-pre-wrap font-sans text-sm wrap-anywhere">{message.bodyText}</pre>
      </details>
    </Dialog>
  );
}
