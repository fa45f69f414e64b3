import { href, useFetcher } from 'react-router';
import { Button } from '#app/ui/kit/button.tsx';
import { FailureText } from '#app/ui/kit/failure-text.tsx';
import { Field } from '#app/ui/kit/field.tsx';
import type { FormAnswer } from '#app/ui/kit/use-form.ts';
import { Note } from '#app/ui/kit/note.tsx';
import type { Buyer } from '#app/ui/shop/use-being-bought.ts';

export const HeldForYou = ({ buyer }: { buyer: Exclude<Buyer, 'others'> }) => (
  <Note tone="info" className="my-3">
    <b>Held for you.</b> {buyer === 'held' ? 'Pay at checkout to make it yours.' : 'Your order is waiting for payment.'}
  </Note>
);

export function BeingBought({ artworkId, isSignedIn }: { artworkId: string; isSignedIn: boolean }) {
  const fetcher = useFetcher<FormAnswer>({ key: `back-in-stock-${artworkId}` });
  const answer = fetcher.state === 'idle' ? fetcher.data : undefined;
  return (
    <Note tone="info" className="my-3">
      <b>Someone is buying this.</b> If they don’t pay, it’s back within 15 minutes.
      {answer?.ok ? (
        <p role="status">{answer.message}</p>
      ) : (
        <fetcher.Form
          method="post"
          action={href('/artwork/:id', { id: artworkId })}
          className="mt-3 grid gap-3"
          noValidate
        >
          <input type="hidden" name="intent" value="back-in-stock" />
          <FailureText>This could not be sent. Please try again.</FailureText>
          {isSignedIn ? null : (
            <Field
              label="Email"
              name="email"
              id="back-in-stock-email"
              type="email"
              autoComplete="email"
              required
              error={answer?.formError}
            />
          )}
          {isSignedIn && answer ? <p role="alert">{answer.formError}</p> : null}
          <Button look="secondary" busy={fetcher.state !== 'idle'}>
            Email me if it’s available
          </Button>
        </fetcher.Form>
      )}
    </Note>
  );
}
