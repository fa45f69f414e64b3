import { z } from 'zod';
import { href } from 'react-router';
import { formatDay } from '#app/basics/india.ts';
import { listConsentsOf } from '#app/modules/store/consents/consents.server.ts';
import { userSchema } from '#app/modules/identity/users/forms.ts';
import { userRefusals } from '#app/modules/identity/users/messages.ts';
import { digestUser, getUser, saveUser, setUserActive } from '#app/modules/identity/users/users.server.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { ignoreLiveUpdates } from '#app/routes/ignore-live-updates.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { FormDialog } from '#app/routes/admin/shared/form-dialog.tsx';
import { listAddress, useListSearch } from '#app/routes/admin/shared/list-search.ts';
import { PhoneLinks } from '#app/routes/admin/shared/phone-links.tsx';
import { ActionForm } from '#app/routes/admin/shared/sheet-form.tsx';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { Checkbox, Field, Select } from '#app/ui/kit/field.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { ConsentList } from '#app/ui/shop/consent-list.tsx';
import { useShopForm } from '#app/ui/kit/use-form.ts';
import type { Route } from './+types/user.ts';
import { AdminRoleOptions } from './admin-role-options.tsx';

export const meta = adminMeta('Edit user');

export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const user = await getUser(shop, params.id);
  return { user, seen: digestUser(user), consents: await listConsentsOf(shop, user.id) };
}

const form = formOf<Route.ActionArgs>();

export const action = formAction({
  '': form({
    schema: userSchema,
    run: (shop, fields, { params }) => saveUser(shop, params.id, fields),
    done: (_saved, _fields, { url }) => listAddress(href('/admin/users'), url, { done: 'saved' }),
    refused: {
      'last-owner': { errors: { isAdmin: userRefusals['last-owner'] } },
      stale: ({ data: now }) => ({
        formError: userRefusals.stale,
        now,
        typed: { seen: digestUser(now) },
      }),
    },
  }),
  state: form({
    schema: z.strictObject({ active: z.enum(['yes', 'no']) }),
    run: (shop, { active }, { params: { id } }) => setUserActive(shop, id, active === 'yes'),
    done: (_changed, { active }, { url }) =>
      listAddress(href('/admin/users'), url, { done: active === 'yes' ? 'reactivated' : 'deactivated' }),
    refused: ({ reason }, _fields, { url }) => ({ to: listAddress(href('/admin/users'), url, { refused: reason }) }),
    back: () => href('/admin/users'),
  }),
});

export const shouldRevalidate = ignoreLiveUpdates;

export default function UserSheet({ loaderData: { user, seen, consents }, actionData }: Route.ComponentProps) {
  const listSearch = useListSearch();
  const now = actionData && 'now' in actionData ? (actionData.now as typeof user) : undefined;
  const { values, field, tick, summary } = useShopForm({
    known: {
      seen,
      name: user.name,
      phone: user.phone,
      isAdmin: user.isAdmin ? 'yes' : '',
      role: user.isAdmin ? user.role : 'helper',
    },
  });
  const here = href('/admin/users/:id', { id: user.id });
  return (
    <FormDialog
      drawer
      title="Edit user"
      list={href('/admin/users')}
      action={here}
      summary={summary}
      intro={
        <p className="meta num wrap-anywhere">
          {user.email}, joined {formatDay(user.joinedAt)}
        </p>
      }
      below={
        <>
          <section className="grid gap-3 border-t border-line pt-5" aria-labelledby="account-consents">
            <h3 id="account-consents" className="text-h4">
              Consents
            </h3>
            <ConsentList consents={consents} nothing="No consents given yet." />
          </section>
          <section className="grid gap-3 border-t border-line pt-5" aria-labelledby="account-state">
            <h3 id="account-state" className="text-h4">
              The account
            </h3>
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
          </section>
        </>
      }
    >
      <input type="hidden" name="seen" value={values.seen} />
      {now ? (
        <Note tone="info">{`Saved now:  ${now.name}, ${now.phone || 'no phone'}, ${now.isAdmin ? `admin (${now.role})` : 'not an admin'}`}</Note>
      ) : null}
      <Field label="Name" {...field('name')} maxLength={100} autoComplete="off" />
      <Field
        label="Phone"
        {...field('phone')}
        type="tel"
        inputMode="tel"
        optional
        hint="10 digits"
        autoComplete="off"
      />
      {user.phone ? <PhoneLinks phone={user.phone} /> : null}
      <div className="grid gap-3">
        <Checkbox label="Admin User" {...tick('isAdmin')} />
        <p className="meta">
          Admins see all orders, customers and messages. Changing this signs the person out everywhere.
        </p>
        <Select label="Admin role" {...field('role')}>
          <AdminRoleOptions />
        </Select>
      </div>
    </FormDialog>
  );
}
