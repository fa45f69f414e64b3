import { href, Outlet } from 'react-router';
import { z } from 'zod';
import { formatDay, formatShortDay } from '#app/basics/india.ts';
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
import { findNotesOf, findOrdersOf } from '#app/modules/orders/orders/orders.server.ts';
import { listRequestsOf } from '#app/modules/requests/requests/read-requests.server.ts';
import { REQUEST_KINDS } from '#app/modules/requests/requests/request.ts';
import { listConsentsOf } from '#app/modules/store/consents/consents.server.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { Done } from '#app/routes/admin/shared/done.tsx';
import { titleCase } from '#app/routes/admin/shared/labels.ts';
import { listAddress, useListSearch } from '#app/routes/admin/shared/list-search.ts';
import { PhoneLinks } from '#app/routes/admin/shared/phone-links.tsx';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { Badge } from '#app/ui/kit/badge.tsx';
import { ButtonLink, IconLink } from '#app/ui/kit/button.tsx';
import { ConsentList } from '#app/ui/shop/consent-list.tsx';
import type { Route } from './+types/user.ts';
import { CustomerAccount } from './customer-account.tsx';
import { CustomerMessages } from './customer-messages.tsx';
import { CustomerNotes } from './customer-notes.tsx';
import { CustomerOrders } from './customer-orders.tsx';
import { Row, Rows, Section } from './customer-section.tsx';

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
        <a className="link inline-flex min-h-11 items-center" href={`mailto:${user.email}`}>
          Write an email
        </a>
        {user.isAdmin ? (
          <Badge plain tone="geru">
            {user.role === 'helper' ? 'Helper' : 'Admin'}
          </Badge>
        ) : null}
        {user.isGuest ? <Badge plain>Guest</Badge> : null}
        {user.isActive ? null : (
          <Badge plain tone="alert">
            Deactivated
          </Badge>
        )}
      </div>
      <CustomerOrders bought={bought} />
      <CustomerNotes {...loaderData} />
      <Section title="Order requests" nothing="No requests yet.">
        {requests.length > 0 ? (
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
        ) : null}
      </Section>
      <Section title="Wishlist" nothing="No wishes yet.">
        {wishes.length > 0 ? (
          <Rows>
            {wishes.map(({ id, title, price }) => (
              <Row key={id} to={href('/admin/artworks/:id', { id })} title={title}>
                <span className="num">{formatPrice(price)}</span>
              </Row>
            ))}
          </Rows>
        ) : null}
      </Section>
      <CustomerMessages {...loaderData} />
      <Section title="Consents">
        <div className="border-t border-line p-panel">
          <ConsentList consents={consents} nothing="No consents given yet." />
        </div>
      </Section>
      <CustomerAccount user={user} />
      <Outlet />
    </>
  );
}
