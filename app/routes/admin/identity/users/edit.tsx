import { href } from 'react-router';
import { formatDay } from '#app/basics/india.ts';
import { userSchema } from '#app/modules/identity/users/forms.ts';
import { userRefusals } from '#app/modules/identity/users/messages.ts';
import { digestUser, getUser, saveUser } from '#app/modules/identity/users/users.server.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { ignoreLiveUpdates } from '#app/routes/ignore-live-updates.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { FormDialog } from '#app/routes/admin/shared/form-dialog.tsx';
import { listAddress } from '#app/routes/admin/shared/list-search.ts';
import { PhoneLinks } from '#app/routes/admin/shared/phone-links.tsx';
import { Checkbox, Field, Select } from '#app/ui/kit/field.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { useShopForm } from '#app/ui/kit/use-form.ts';
import type { Route } from './+types/edit.ts';
import { AdminRoleOptions } from './admin-role-options.tsx';

export const meta = adminMeta('Edit user');

export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const user = await getUser(shop, params.id);
  return { user, seen: digestUser(user) };
}

const form = formOf<Route.ActionArgs>();

export const action = formAction(
  form({
    schema: userSchema,
    run: (shop, fields, { params }) => saveUser(shop, params.id, fields),
    done: (_saved, _fields, { params: { id }, url }) =>
      listAddress(href('/admin/users/:id', { id }), url, { done: 'saved' }),
    refused: {
      'last-owner': { errors: { isAdmin: userRefusals['last-owner'] } },
      stale: ({ data: now }) => ({
        formError: userRefusals.stale,
        now,
        typed: { seen: digestUser(now) },
      }),
    },
  }),
);

export const shouldRevalidate = ignoreLiveUpdates;

export default function EditUser({ loaderData: { user, seen }, actionData }: Route.ComponentProps) {
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
      list={here}
      action={`${here}/edit`}
      summary={summary}
      intro={
        <p className="meta num wrap-anywhere">
          {user.email}, joined {formatDay(user.joinedAt)}
        </p>
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
