import { Link, useSearchParams, href } from 'react-router';
import { z } from 'zod';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import { ownValue } from '#app/basics/own-value.ts';
import { formatDay } from '#app/basics/india.ts';
import { accountMessages } from '#app/modules/identity/accounts/messages.ts';
import { listOpenInvitations, withdrawInvitation } from '#app/modules/identity/users/invitations.server.ts';
import { userRefusals } from '#app/modules/identity/users/messages.ts';
import { USER_KINDS, USER_SORTS, type ListedUser, type UserKind } from '#app/modules/identity/users/user.ts';
import { listUsers } from '#app/modules/identity/users/users.server.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { countOf } from '#app/routes/admin/shared/labels.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { ListPage } from '#app/routes/admin/shared/list-page.tsx';
import { chipsOf } from '#app/routes/admin/shared/list-parts.tsx';
import { listQuery, oneOf, useListSearch } from '#app/routes/admin/shared/list-search.ts';
import { RowPhone } from '#app/routes/admin/shared/phone-links.tsx';
import { type RecordColumn, RecordList } from '#app/routes/admin/shared/record-list.tsx';
import { RowMenu } from '#app/routes/admin/shared/row-menu.tsx';
import { ActionForm } from '#app/routes/admin/shared/sheet-form.tsx';
import { Badge } from '#app/ui/kit/badge.tsx';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import type { Route } from './+types/users.ts';

export const meta = adminMeta('Users');

export async function loader({ context, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const query = listQuery(url);
  const kind = oneOf(USER_KINDS, url.searchParams.get('kind'));
  const [page, invitations] = await Promise.all([
    listUsers(shop, { ...query, kind, sort: oneOf(USER_SORTS, query.sort) }),
    listOpenInvitations(shop),
  ]);
  return { ...page, invitations };
}

const form = formOf();

export const action = formAction({
  withdraw: form({
    schema: z.strictObject({ invitation: uuidSchema }),
    run: (shop, { invitation }) => withdrawInvitation(shop, invitation),
    done: () => href('/admin/users'),
    refused: {},
    back: () => href('/admin/users'),
  }),
});

const KINDS: Record<UserKind, string> = { admins: 'Admins', customers: 'Customers', deactivated: 'Deactivated' };
const DONE: Record<string, string> = {
  saved: accountMessages.userSaved,
  deleted: accountMessages.userDeleted,
  invited: accountMessages.invited,
  deactivated: 'Account deactivated.',
  reactivated: 'Account reactivated.',
};

export default function Users({ loaderData: { users, counts, next, invitations } }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const listSearch = useListSearch();
  const done = ownValue(DONE, search.get('done'));
  const refusal = ownValue(userRefusals, search.get('refused'));
  const hasOutcome = done || refusal;
  return (
    <ListPage
      path={href('/admin/users')}
      title="Users"
      count={`${countOf(counts.all, 'account')}, ${counts.admins.toLocaleString('en-IN')} in the admin area`}
      add={
        <ButtonLink icon="plus" to={`${href('/admin/users/invite')}${listSearch}`} preventScrollReset>
          Invite
        </ButtonLink>
      }
      outcome={hasOutcome ? <Note tone={done ? 'done' : 'alert'}>{hasOutcome}</Note> : null}
      search={{ label: 'Search users', placeholder: 'Name, email or phone' }}
      filter={{ label: 'Kind', name: 'kind', chips: chipsOf(KINDS, counts) }}
      found="Users found"
      shown={users.length}
      next={next}
      empty={{ title: 'No users found.', first: 'Try a different search.', all: 'Show all users' }}
      below={<Invitations invitations={invitations} />}
    >
      <RecordList
        low
        caption="Users"
        rows={users}
        sorted="-joined"
        title={{
          head: 'Name',
          of: (user) => user.name,
          to: (user) => `${href('/admin/users/:id', { id: user.id })}${listSearch}`,
          sort: 'name',
        }}
        columns={COLUMNS}
        menu={(user) => (
          <RowMenu label={`Actions for ${user.name}`}>
            <Link to={`${href('/admin/users/:id/edit', { id: user.id })}${listSearch}`}>Edit</Link>
            <Link
              to={`${href('/admin/users/:id/delete', { id: user.id })}${listSearch}`}
              preventScrollReset
              className="text-alert"
            >
              Delete
            </Link>
          </RowMenu>
        )}
      />
    </ListPage>
  );
}

function Invitations({ invitations }: Pick<Route.ComponentProps['loaderData'], 'invitations'>) {
  if (invitations.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="invitations">
      <div className="panel-head">
        <h2 id="invitations">Invited</h2>
      </div>
      <ul>
        {invitations.map((invitation) => (
          <li
            key={invitation.id}
            className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-panel py-3"
          >
            <span className="min-w-0 leading-snug">
              <b className="font-semibold wrap-anywhere">{invitation.email}</b>
              <span className="meta num block">
                {invitation.role ?? 'customer'}, until {formatDay(invitation.expiresAt)}
              </span>
            </span>
            <ActionForm action={href('/admin/users')} intent="withdraw">
              <input type="hidden" name="invitation" value={invitation.id} />
              <Button look="card" aria-label={`Withdraw the invitation of ${invitation.email}`}>
                Withdraw
              </Button>
            </ActionForm>
          </li>
        ))}
      </ul>
    </section>
  );
}

const COLUMNS: RecordColumn<ListedUser>[] = [
  { head: 'Email', cell: (user) => user.email, card: 'line' },
  { head: 'Phone', cell: (user) => <RowPhone phone={user.phone} />, card: 'foot' },
  {
    head: 'Role',
    cell: (user) => (
      <span className="flex flex-wrap gap-1.5">
        <Badge plain tone={user.isAdmin ? 'geru' : undefined}>
          {user.isAdmin ? 'Admin' : user.isGuest ? 'Guest' : 'User'}
        </Badge>
        {user.isAdmin && user.role === 'helper' ? <Badge plain>Helper</Badge> : null}
        {user.isActive ? null : (
          <Badge plain tone="alert">
            Deactivated
          </Badge>
        )}
      </span>
    ),
    card: 'badge',
  },
  { head: 'Joined', cell: (user) => formatDay(user.joinedAt), sort: 'joined' },
];
