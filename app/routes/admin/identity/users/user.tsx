import type { ReactNode } from 'react';
import { href, Link, Outlet } from 'react-router';
import { z } from 'zod';
import { formatDay, formatShortDay } from '#app/basics/india.ts';
import { formatRupees } from '#app/basics/money.ts';
import { staleFormMessage } from '#app/basics/stale-form.ts';
import { formatPrice } from '#app/modules/catalogue/artworks/artwork.ts';
import { artworksWishedBy } from '#app/modules/catalogue/wishlist/wishlist.server.ts';
import { accountMessages } from '#app/modules/identity/accounts/messages.ts';
import { userNoteSchema } from '#app/modules/identity/users/forms.ts';
import { userRefusals } from '#app/modules/identity/users/messages.ts';
import {
  digestNote,
  getUser,
  getUserNote,
  saveUserNote,
  setUserActive,
} from '#app/modules/identity/users/users.server.ts';
import { contactMessagesFrom } from '#app/modules/messaging/contact/contact.server.ts';
import { messagesTo } from '#app/modules/messaging/messages/messages.server.ts';
import type { Order } from '#app/modules/orders/orders/order.ts';
import { findNotesOf, findOrdersOf } from '#app/modules/orders/orders/orders.server.ts';
import { listRequestsOf } from '#app/modules/requests/requests/read-requests.server.ts';
import { REQUEST_KINDS } from '#app/modules/requests/requests/request.ts';
import { listConsentsOf } from '#app/modules/store/consents/consents.server.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { Done } from '#app/routes/admin/shared/done.tsx';
import { countOf, titleCase } from '#app/routes/admin/shared/labels.ts';
import { listAddress, useListSearch } from '#app/routes/admin/shared/list-search.ts';
import { MessageStateBadge } from '#app/routes/admin/shared/message-state-badge.tsx';
import { OrderName } from '#app/routes/admin/shared/order-name.tsx';
import { PhoneLinks } from '#app/routes/admin/shared/phone-links.tsx';
import { type RecordColumn, RecordList } from '#app/routes/admin/shared/record-list.tsx';
import { ActionForm, SheetForm } from '#app/routes/admin/shared/sheet-form.tsx';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { Badge } from '#app/ui/kit/badge.tsx';
import { Button, ButtonLink, IconLink } from '#app/ui/kit/button.tsx';
import { TextArea } from '#app/ui/kit/field.tsx';
import { useShopForm } from '#app/ui/kit/use-form.ts';
import { ConsentList } from '#app/ui/shop/consent-list.tsx';
import { OrderStatusBadge } from '#app/ui/shop/order-status-badge.tsx';
import type { Route } from './+types/user.ts';

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  adminMeta(loaderData?.user.name ?? 'Customer')({ matches });

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const user = await getUser(shop, id);
  const [note, bought, orderNotes, requests, wishes, consents, written, sent] = await Promise.all([
    getUserNote(shop, id),
    findOrdersOf(shop, id),
    findNotesOf(shop, id),
    listRequestsOf(shop, id),
    artworksWishedBy(shop, id),
    listConsentsOf(shop, id),
    contactMessagesFrom(shop, user.email),
    messagesTo(shop, user.email),
  ]);
  return { user, note, seenNote: digestNote(note), bought, orderNotes, requests, wishes, consents, written, sent };
}

const form = formOf<Route.ActionArgs>();

export const action = formAction({
  note: form({
    schema: userNoteSchema,
    run: (shop, fields, { params }) => saveUserNote(shop, params.id, fields),
    done: (_saved, _fields, { params: { id }, url }) =>
      listAddress(href('/admin/users/:id', { id }), url, { done: 'note' }),
    refused: {
      stale: ({ data: now }) => ({
        formError: staleFormMessage('This note', now || 'no note'),
        typed: { seen: digestNote(now) },
      }),
    },
  }),
  state: form({
    schema: z.strictObject({ active: z.enum(['yes', 'no']) }),
    run: (shop, { active }, { params: { id } }) => setUserActive(shop, id, active === 'yes'),
    done: (_changed, { active }, { params: { id }, url }) =>
      listAddress(href('/admin/users/:id', { id }), url, { done: active === 'yes' ? 'reactivated' : 'deactivated' }),
    refused: ({ reason }) => userRefusals[reason],
    back: ({ params: { id } }) => href('/admin/users/:id', { id }),
  }),
});

const DONE: Record<string, string> = {
  saved: accountMessages.userSaved,
  note: 'Note saved.',
  deactivated: 'Account deactivated.',
  reactivated: 'Account reactivated.',
};

export default function Customer({ loaderData }: Route.ComponentProps) {
  const { user, bought, requests, wishes, consents } = loaderData;
  const listSearch = useListSearch();
  const here = href('/admin/users/:id', { id: user.id });
  return (
    <>
      <header className="admin-head flex-nowrap">
        <div className="flex min-w-0 items-center gap-1">
          <IconLink icon="left" label="Back to Users" className="-ml-3" to={`${href('/admin/users')}${listSearch}`} />
          <div className="min-w-0">
            <h1 className="wrap-anywhere">{user.name}</h1>
            <p className="meta num wrap-anywhere">
              {user.email}, joined {formatDay(user.joinedAt)}
            </p>
          </div>
        </div>
        <ButtonLink look="card" to={`${here}/edit${listSearch}`} preventScrollReset>
          Edit
        </ButtonLink>
      </header>
      <Done messages={DONE} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {user.phone ? <PhoneLinks phone={user.phone} /> : null}
        {user.isAdmin ? (
          <Badge plain tone="geru">
            {user.role === 'helper' ? 'Helper' : 'Admin'}
          </Badge>
        ) : null}
        {user.isActive ? null : (
          <Badge plain tone="alert">
            Deactivated
          </Badge>
        )}
      </div>
      <dl className="panel grid grid-cols-3 gap-3 p-panel">
        <Figure name="Orders">{bought.count.toLocaleString('en-IN')}</Figure>
        <Figure name="Ordered">{formatRupees(bought.ordered)}</Figure>
        <Figure name="Received">{formatRupees(bought.received)}</Figure>
      </dl>
      <Section title="Orders" aside={moreThan(bought.count, bought.orders.length)} nothing="No orders yet.">
        {bought.orders.length > 0 ? (
          <RecordList
            low
            caption="Orders, newest first"
            rows={bought.orders}
            title={{
              head: 'Order',
              of: (order) => <OrderName order={order} />,
              to: (order) => href('/admin/orders/:id', { id: order.id }),
            }}
            columns={ORDER_COLUMNS}
          />
        ) : null}
      </Section>
      <Notes {...loaderData} />
      {requests.length > 0 ? (
        <Section title="Order requests">
          <Rows>
            {requests.map(({ id, number, kind, artworkTitle, status, createdAt }) => (
              <Row
                key={id}
                to={href('/admin/requests/:id', { id })}
                title={artworkTitle ?? REQUEST_KINDS[kind]}
                detail={`${number}, ${formatShortDay(createdAt)}`}
              >
                <Badge plain>{titleCase(status)}</Badge>
              </Row>
            ))}
          </Rows>
        </Section>
      ) : null}
      {wishes.length > 0 ? (
        <Section title="Wishlist">
          <Rows>
            {wishes.map(({ id, title, price }) => (
              <Row key={id} to={href('/admin/artworks/:id', { id })} title={title}>
                <span className="num">{formatPrice(price)}</span>
              </Row>
            ))}
          </Rows>
        </Section>
      ) : null}
      <Messages {...loaderData} />
      <Section title="Consents">
        <div className="border-t border-line p-panel">
          <ConsentList consents={consents} nothing="No consents given yet." />
        </div>
      </Section>
      <Section title="Account">
        <div className="grid gap-3 border-t border-line p-panel">
          <p className="muted text-sm">
            {user.isActive
              ? 'Deactivated accounts can’t sign in.'
              : 'This account is deactivated, so it can’t sign in.'}
          </p>
          <div className="flex flex-wrap gap-3">
            <ActionForm action={here} intent="state">
              <Button look="card" name="active" value={user.isActive ? 'no' : 'yes'}>
                {user.isActive ? 'Deactivate' : 'Reactivate'}
              </Button>
            </ActionForm>
            <ButtonLink
              look="destructive"
              size="small"
              icon="trash"
              to={`${here}/delete${listSearch}`}
              preventScrollReset
            >
              Delete user
            </ButtonLink>
          </div>
        </div>
      </Section>
      <Outlet />
    </>
  );
}

function Notes({
  note,
  seenNote,
  orderNotes,
}: Pick<Route.ComponentProps['loaderData'], 'note' | 'seenNote' | 'orderNotes'>) {
  const { values, field } = useShopForm({ intent: 'note', known: { note, seen: seenNote } });
  return (
    <Section title="Notes">
      <SheetForm intent="note" className="grid gap-3 border-t border-line p-panel">
        <input type="hidden" name="seen" value={values.seen} />
        <TextArea
          label="About this customer"
          {...field('note')}
          hint="Only owners read it."
          rows={3}
          maxLength={2000}
          className="field-low"
        />
        <Button look="card" className="justify-self-start">
          Save note
        </Button>
      </SheetForm>
      {orderNotes.length > 0 ? (
        <Rows>
          {orderNotes.map(({ id, body, createdAt, orderId, orderNumber }) => (
            <Row
              key={id}
              to={href('/admin/orders/:id', { id: orderId })}
              title={body}
              detail={`${orderNumber}, ${formatShortDay(createdAt)}`}
            />
          ))}
        </Rows>
      ) : null}
    </Section>
  );
}

function Messages({ user, written, sent }: Pick<Route.ComponentProps['loaderData'], 'user' | 'written' | 'sent'>) {
  if (written.length === 0 && sent.length === 0) return null;
  return (
    <Section
      title="Messages"
      aside={
        sent.length > 0 ? (
          <Link
            className="link inline-flex min-h-11 items-center text-sm"
            to={`${href('/admin/messages')}?q=${encodeURIComponent(user.email)}`}
          >
            All sent messages
          </Link>
        ) : null
      }
    >
      <Rows>
        {written.map(({ id, ticketNumber, subject, createdAt, repliedAt }) => (
          <Row
            key={id}
            to={href('/admin/contact/:id', { id })}
            title={subject}
            detail={`From the customer, ${ticketNumber}, ${formatShortDay(createdAt)}`}
          >
            <Badge plain tone={repliedAt ? undefined : 'haldi'}>
              {repliedAt ? 'Answered' : 'Open'}
            </Badge>
          </Row>
        ))}
        {sent.map(({ id, subject, channel, createdAt, state }) => (
          <Row
            key={id}
            to={href('/admin/messages/:id', { id })}
            title={subject || titleCase(channel)}
            detail={formatShortDay(createdAt)}
          >
            <MessageStateBadge state={state} />
          </Row>
        ))}
      </Rows>
    </Section>
  );
}

const moreThan = (count: number, shown: number) =>
  count > shown ? (
    <span className="meta num">
      Newest {shown} of {countOf(count, 'order')}
    </span>
  ) : null;

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="meta">{name}</dt>
      <dd className="num font-semibold wrap-anywhere">{children}</dd>
    </div>
  );
}

function Section({
  title,
  aside,
  nothing,
  children,
}: {
  title: string;
  aside?: ReactNode;
  nothing?: string;
  children: ReactNode;
}) {
  const id = `customer-${title.toLowerCase().replaceAll(' ', '-')}`;
  return (
    <section className="panel" aria-labelledby={id}>
      <div className="panel-head">
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children ?? <p className="muted border-t border-line p-panel">{nothing}</p>}
    </section>
  );
}

const Rows = ({ children }: { children: ReactNode }) => <ul>{children}</ul>;

function Row({ to, title, detail, children }: { to: string; title: string; detail?: string; children?: ReactNode }) {
  return (
    <li className="relative flex min-h-13 items-center justify-between gap-3 border-t border-line px-panel py-2 hover:bg-sand/45">
      <span className="min-w-0 leading-snug">
        <Link className="link whitespace-pre-wrap wrap-anywhere after:absolute after:inset-0" to={to}>
          {title}
        </Link>
        {detail ? <span className="meta num block wrap-anywhere">{detail}</span> : null}
      </span>
      {children}
    </li>
  );
}

const ORDER_COLUMNS: RecordColumn<Order>[] = [
  { head: 'Total', cell: (order) => formatRupees(order.total), right: true, card: 'side' },
  { head: 'Status', cell: (order) => <OrderStatusBadge status={order.status} greyCancelled />, card: 'badge' },
  { head: 'Date', cell: (order) => formatShortDay(order.createdAt), card: 'line' },
];
