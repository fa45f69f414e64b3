import { href } from 'react-router';
import { useListSearch } from '#app/routes/admin/shared/list-search.ts';
import { ActionForm } from '#app/routes/admin/shared/sheet-form.tsx';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import type { Route } from './+types/user.ts';
import { Section } from './customer-section.tsx';

export function CustomerAccount({ user }: Pick<Route.ComponentProps['loaderData'], 'user'>) {
  const listSearch = useListSearch();
  const here = href('/admin/users/:id', { id: user.id });
  return (
    <Section title="Account">
      <div className="grid gap-3 border-t border-line p-panel">
        <p className="muted text-sm">{textOf(user)}</p>
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
  );
}

function textOf({ isGuest, isActive }: Route.ComponentProps['loaderData']['user']): string {
  if (!isActive) return 'This account is deactivated, so it can’t sign in.';
  return isGuest
    ? 'This guest ordered without an account, so there is no way to sign in.'
    : 'Deactivated accounts can’t sign in.';
}
