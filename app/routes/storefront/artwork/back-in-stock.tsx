import { href, useFetcher } from 'react-router';
import type { Artwork } from '#app/modules/catalogue/artworks/artwork.ts';
import { variantName } from '#app/modules/catalogue/artworks/variant.ts';
import { Button } from '#app/ui/kit/button.tsx';
import { FailureText } from '#app/ui/kit/failure-text.tsx';
import { Field, Select } from '#app/ui/kit/field.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { type FormAnswer, useShopForm } from '#app/ui/kit/use-form.ts';
import type { Buyer } from '#app/ui/shop/use-being-bought.ts';
import { toSupply } from './supply.ts';

export const ASK = 'back-in-stock';
export const WITHDRAW = 'not-back-in-stock';

export const HeldForYou = ({ buyer }: { buyer: Exclude<Buyer, 'others'> }) => (
  <Note tone="info" className="my-3">
    <b>Held for you.</b> {buyer === 'held' ? 'Pay at checkout to make it yours.' : 'Your order is waiting for payment.'}
  </Note>
);

type Offered = { artwork: Artwork; isSignedIn: boolean; answer: FormAnswer | undefined };

/** Offers an email about a piece that others are buying, and about sold-out pieces and variants. */
export function BackInStock({ buyer, ...offered }: Offered & { buyer: Buyer | undefined }) {
  const { artwork } = offered;
  const supply = toSupply(artwork);
  if (artwork.stale || artwork.status !== 'published') return null;
  const isBeingBought = buyer === 'others';
  if (isBeingBought || (supply === 'out' && !buyer))
    return (
      <Note tone="info" className="my-3">
        {isBeingBought ? (
          <>
            <b>Someone is buying this.</b> If they don’t pay, it’s back within 15 minutes.
          </>
        ) : (
          'Get one email when it’s back.'
        )}
        <AskForm {...offered} isOut={!isBeingBought} />
      </Note>
    );
  if (supply !== 'in-stock' || soldOutOf(artwork).length === 0) return null;
  return (
    <details className="my-3" open={offered.answer !== undefined}>
      <summary className="link inline-flex min-h-11 items-center">Is your choice sold out? Get an email</summary>
      <AskForm {...offered} isOut />
    </details>
  );
}

const soldOutOf = ({ variants }: Artwork) => variants.filter(({ stockCount }) => stockCount === 0);

function AskForm({ artwork, isSignedIn, isOut, answer: posted }: Offered & { isOut: boolean }) {
  const fetcher = useFetcher<FormAnswer>({ key: `back-in-stock-${artwork.id}` });
  const answer = fetcher.data ?? posted ?? {};
  const { values, field } = useShopForm({
    answer,
    ids: { email: 'back-in-stock-email', variantId: 'back-in-stock-of' },
  });
  const isBusy = fetcher.state !== 'idle';
  const isAsked = answer.ok === true && values['intent'] === ASK;
  const soldOut = isOut ? soldOutOf(artwork) : [];
  return (
    <fetcher.Form
      method="post"
      action={href('/artwork/:id', { id: artwork.slug })}
      className="mt-3 grid gap-3"
      noValidate
    >
      <FailureText>This could not be sent. Please try again.</FailureText>
      {answer.ok ? <p role="status">{answer.message}</p> : null}
      {answer.formError ? <p role="alert">{answer.formError}</p> : null}
      {isAsked ? (
        <>
          <input type="hidden" name="intent" value={WITHDRAW} />
          <input type="hidden" name="email" value={values['email'] ?? ''} />
          <input type="hidden" name="variantId" value={values['variantId'] ?? ''} />
          <Button look="secondary" size="small" busy={isBusy} className="justify-self-start">
            Undo
          </Button>
        </>
      ) : (
        <>
          <input type="hidden" name="intent" value={ASK} />
          {soldOut.length > 0 ? (
            <Select label="Which one" {...field('variantId')}>
              {soldOut.length === artwork.variants.length ? <option value="">Any of them</option> : null}
              {soldOut.map((variant) => (
                <option key={variant.id} value={variant.id}>
                  {variantName(variant)}
                </option>
              ))}
            </Select>
          ) : null}
          {isSignedIn ? null : <Field label="Email" {...field('email')} type="email" autoComplete="email" required />}
          <Button look="secondary" busy={isBusy}>
            {isOut ? 'Email me when it’s back' : 'Email me if it’s available'}
          </Button>
        </>
      )}
    </fetcher.Form>
  );
}
