import { useEffect, useRef } from 'react';
import { useFetcher, href } from 'react-router';
import { addressLines, MAX_ADDRESSES, type SavedAddress } from '#app/modules/identity/accounts/account.ts';
import { accountMessages } from '#app/modules/identity/accounts/messages.ts';
import { FAILURE_TOAST } from '#app/basics/failure-text.ts';
import { FailureText } from '#app/ui/kit/failure-text.tsx';
import { Badge } from '#app/ui/kit/badge.tsx';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { showToast } from '#app/ui/kit/toast.tsx';

type Deletion = { ok: boolean; removed?: Record<string, string | number> };

export function AddressList({ addresses }: { addresses: readonly SavedAddress[] }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const deletion = useFetcher<Deletion>({ key: 'address-removal' });
  const undo = useFetcher({ key: 'address-undo' });
  const shown = useRef<Deletion>(undefined);
  useEffect(() => {
    const { data } = deletion;
    if (!data?.removed || shown.current === data) return;
    shown.current = data;
    // The clicked button disappeared with the deleted address.
    heading.current?.focus();
    const was = data.removed;
    showToast({
      text: 'Removed.',
      action: {
        label: 'Undo',
        act: () =>
          void undo.submit(
            { ...was, intent: 'restore', [FAILURE_TOAST]: accountMessages.profileNotSaved },
            { method: 'post', action: href('/profile/addresses/:id', { id: 'new' }) },
          ),
      },
    });
  }, [deletion, undo]);

  return (
    <section className="grid content-start gap-4" aria-labelledby="addresses">
      <h2 id="addresses" className="text-h3" tabIndex={-1} ref={heading}>
        Addresses
      </h2>
      <p className="muted">
        {addresses.length === 0
          ? 'Save addresses to choose from at checkout.'
          : 'Checkout uses the first one unless you choose another.'}
      </p>
      <ul className="addresses">
        {addresses.map(({ id, label, address }, at) => {
          const name = label || address.street || address.city || 'this address';
          return (
            <li key={id} className="panel address">
              <p className="flex items-start justify-between gap-4">
                <b className="wrap-anywhere">{label || `Address ${at + 1}`}</b>
                {at === 0 ? <Badge plain>Profile</Badge> : null}
              </p>
              <p className="wrap-anywhere">
                <AddressLines address={address} />
              </p>
              <div className="flex flex-wrap gap-2">
                <ButtonLink look="card" to={href('/profile/addresses/:id', { id })}>
                  Edit<span className="sr-only"> {name}</span>
                </ButtonLink>
                {at === 0 ? null : <MakeFirst id={id} name={name} />}
                <deletion.Form
                  method="post"
                  action={href('/profile/addresses/:id', { id })}
                  className="grid"
                  onSubmit={(event) => {
                    event.preventDefault();
                    // A synchronous update disables the button before the second click of a double click.
                    void deletion.submit(event.currentTarget, { flushSync: true });
                  }}
                >
                  <FailureText toast>{accountMessages.profileNotSaved}</FailureText>
                  <input type="hidden" name="intent" value="remove" />
                  <Button look="card" busy={deletion.formAction === href('/profile/addresses/:id', { id })}>
                    Remove<span className="sr-only"> {name}</span>
                  </Button>
                </deletion.Form>
              </div>
            </li>
          );
        })}
      </ul>
      {addresses.length < MAX_ADDRESSES ? (
        <div>
          <ButtonLink look="secondary" icon="plus" to={href('/profile/addresses/:id', { id: 'new' })}>
            Add an address
          </ButtonLink>
        </div>
      ) : (
        <p className="meta">You can save up to {MAX_ADDRESSES} addresses.</p>
      )}
    </section>
  );
}

function MakeFirst({ id, name }: { id: string; name: string }) {
  const fetcher = useFetcher({ key: `address-first-${id}` });
  return (
    <fetcher.Form method="post" action={href('/profile/addresses/:id', { id })} className="grid">
      <FailureText toast>{accountMessages.profileNotSaved}</FailureText>
      <Button look="card" name="intent" value="first" busy={fetcher.state !== 'idle'}>
        Make first<span className="sr-only">: {name}</span>
      </Button>
    </fetcher.Form>
  );
}

export const AddressLines = ({ address }: Pick<SavedAddress, 'address'>) =>
  addressLines(address).map((line) => (
    <span key={line} className="block">
      {line}
    </span>
  ));
