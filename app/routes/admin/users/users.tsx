import { Form, Link, Outlet, useLocation, useSearchParams } from 'react-router';
import { formatDay } from '#app/basics/india.ts';
import { accountMessages } from '#app/modules/accounts/messages.ts';
import { listOpenInvitations } from '#app/modules/users/invitations.server.ts';
import { userRefusals } from '#app/modules/users/messages.ts';
import { USER_KINDS, USER_SORTS, type UserKind, type UserRow, type UserSort } from '#app/modules/users/user.ts';
import { listUsers } from '#app/modules/users/users.server.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { ListChips, ListHead, ListSearch, Paging } from '#app/routes/admin/shared/list-parts.tsx';
import { pickListSearch } from '#app/routes/admin/shared/list-search.ts';
import { type RecordColumn, RecordList } from '#app/routes/admin/shared/record-list.tsx';
import { RowMenu } from '#app/routes/admin/shared/row-menu.tsx';
import { Badge } from '#app/ui/kit/badge.tsx';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { EmptyState } from '#app/ui/kit/empty-state.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import type { Route } from './+types/users.ts';

export const meta = () => adminMeta('Users');

const isKind = (text: string): text is UserKind => (USER_KINDS as readonly string[]).includes(text);
const isSort = (text: string): text is UserSort => (USER_SORTS as readonly string[]).includes(text);

export async function loader({ context, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const read = (name: string) => url.searchParams.get(name) ?? '';
  const [page, invitations] = await Promise.all([
    listUsers(shop, {
      search: read('q'),
      kind: isKind(read('kind')) ? (read('kind') as UserKind) : undefined,
      sort: isSort(read('sort')) ? (read('sort') as UserSort) : undefined,
      cursor: url.searchParams.get('cursor') ?? undefined,
    }),
    listOpenInvitations(shop),
  ]);
  return { ...page, invitations };
}

const DONE: Record<string, string> = {
  saved: accountMessages.userSaved,
  deleted: accountMessages.userDeleted,
  invited: accountMessages.invited,
  deactivated: 'The account is switched off.',
  reactivated: 'The account is on again.',
};

/** Everybody with an account: who they are, since when, and who works here. */
export default function Users({ loaderData: { users, counts, next, invitations } }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const chosen = search.get('kind') ?? '';
  const listSearch = pickListSearch(search);
  const isList = pathname === '/admin/users';
  const done = isList ? DONE[search.get('done') ?? ''] : undefined;
  const refusal = isList ? userRefusals[search.get('refused') as keyof typeof userRefusals] : undefined;
  const chips = [
    { value: '', label: 'All', count: counts.all },
    { value: 'admins', label: 'Admins', count: counts.admins },
    { value: 'customers', label: 'Customers', count: counts.customers },
    { value: 'deactivated', label: 'Switched off', count: counts.deactivated },
  ];
  return (
    <>
      <ListHead
        title="Users"
        count={
          <>
            {counts.all === 1 ? '1 account' : `${counts.all.toLocaleString('en-IN')} accounts`},{' '}
            {counts.admins.toLocaleString('en-IN')} in the admin area
          </>
        }
      >
        <ButtonLink icon="plus" to={`/admin/users/invite${listSearch}`} preventScrollReset>
          Invite
        </ButtonLink>
      </ListHead>
      {done ? <Note tone="done">{done}</Note> : null}
      {refusal ? <Note tone="alert">{refusal}</Note> : null}
      <ListSearch path="/admin/users" keep={['kind']} label="Search users" placeholder="Name, email or phone" />
      <ListChips path="/admin/users" label="Kind" name="kind" chips={chips} />
      <section className="panel" aria-label="Users found">
        {users.length === 0 ? (
          <EmptyState
            title="No users found."
            action={
              <ButtonLink look="secondary" to="/admin/users">
                Show all users
              </ButtonLink>
            }
          >
            Nobody here fits this search.
          </EmptyState>
        ) : (
          <RecordList
            caption="Users"
            rows={users}
            keyOf={(user) => user.id}
            sorted="-joined"
            title={{
              head: 'Name',
              of: (user) => user.name,
              to: (user) => `/admin/users/${user.id}${listSearch}`,
              sort: 'name',
            }}
            columns={COLUMNS}
            menu={(user) => (
              <RowMenu label={`Actions for ${user.name}`}>
                <Link to={`/admin/users/${user.id}${listSearch}`} preventScrollReset>
                  Edit
                </Link>
                <Link to={`/admin/users/${user.id}/delete${listSearch}`} preventScrollReset className="text-alert">
                  Delete
                </Link>
              </RowMenu>
            )}
          />
        )}
        <Paging
          path="/admin/users"
          shown={users.length}
          of={isKind(chosen) ? counts[chosen] : counts.all}
          next={next}
        />
      </section>
      {invitations.length > 0 ? (
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
                <Form method="post" action={`/admin/invitations/${invitation.id}/withdrawal`} preventScrollReset>
                  <Button look="card" aria-label={`Withdraw the invitation of ${invitation.email}`}>
                    Withdraw
                  </Button>
                </Form>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <Outlet />
    </>
  );
}

const COLUMNS: RecordColumn<UserRow>[] = [
  { head: 'Email', cell: (user) => user.email, card: 'line' },
  { head: 'Phone', cell: (user) => user.phone || 'Not provided', card: 'line' },
  {
    head: 'Role',
    cell: (user) => (
      <span className="flex flex-wrap gap-1.5">
        <Badge plain tone={user.isAdmin ? 'geru' : undefined}>
          {user.isAdmin ? 'Admin' : 'User'}
        </Badge>
        {user.isAdmin && user.role === 'helper' ? <Badge plain>Helper</Badge> : null}
        {user.isActive ? null : (
          <Badge plain tone="alert">
            Switched off
          </Badge>
        )}
      </span>
    ),
    card: 'badge',
  },
  { head: 'Joined', cell: (user) => formatDay(user.joinedAt), card: 'line', sort: 'joined' },
];
