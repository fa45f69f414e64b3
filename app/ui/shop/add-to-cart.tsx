import { useEffect, useState, type ComponentProps, type ReactNode } from 'react';
import { type Fetcher, useFetcher, useLocation, href } from 'react-router';
import type { FormAnswer } from '#app/ui/kit/use-form.ts';
import { cartErrors } from '#app/modules/orders/cart/messages.ts';
import { FailureText } from '#app/ui/kit/failure-text.tsx';
import { Button } from '#app/ui/kit/button.tsx';
import { useCachedAt } from './offline-notice.tsx';

const DONE_FOR_MS = 1_500;

/** What a form that puts a piece into the cart is answered; with what was typed where it must be mended. */
export type AddAnswer = FormAnswer & { ok: boolean; message: string };

/** Under this name a page knows the post and the answer of its own form. */
export const addToCartKey = (artworkId: string): string => `add-${artworkId}`;

/**
 * What a button that puts a piece into the cart says and looks like: 'Added' with the press and for a moment after the answer, busy
 * between the two, off where nothing can be bought.
 */
export function useAddButton({ state, data: answer, formData }: Fetcher<AddAnswer>) {
  const [added, setAdded] = useState(false);
  const isPaused = useCachedAt() !== undefined;
  useEffect(() => {
    if (state !== 'idle' || !answer || answer.ok === false) return;
    setAdded(true);
    const timer = setTimeout(() => setAdded(false), DONE_FOR_MS);
    return () => clearTimeout(timer);
  }, [state, answer]);
  // At once; what is refused is taken back with its answer.
  const isAdded = added || formData !== undefined;
  return { label: isAdded ? 'Added' : 'Add to Cart', disabled: isPaused, busy: state !== 'idle', done: isAdded };
}

/**
 * Puts a piece into the cart: a form that posts `artworkId`, `quantity` and `returnTo` to `cart/lines`, or to `action`, its own page,
 * where that asks for more. `children` may bring a quantity picker in place of the 1. With an `id` it is its page's own form, whose post
 * and whose button may stand elsewhere on the page too. The cart itself answers with its own message.
 */
export function AddToCart({
  id,
  artworkId,
  title,
  action,
  children,
  className,
  button,
}: {
  id?: string;
  action?: string | undefined;
  artworkId: string;
  title: string;
  children?: ReactNode;
  className?: string;
  button?: Partial<ComponentProps<typeof Button>>;
}) {
  const fetcher = useFetcher<AddAnswer>(id ? { key: addToCartKey(artworkId) } : undefined);
  const location = useLocation();
  const { label, ...shown } = useAddButton(fetcher);
  return (
    <fetcher.Form
      id={id}
      method="post"
      action={action ?? href('/cart/lines')}
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        // The buttons are busy before a second press of a double one can come, which would be another piece.
        void fetcher.submit(event.currentTarget, { flushSync: true, preventScrollReset: true });
      }}
    >
      {action ? <input type="hidden" name="intent" value="add-to-cart" /> : null}
      <FailureText toast>{cartErrors.add}</FailureText>
      <input type="hidden" name="artworkId" value={artworkId} />
      <input type="hidden" name="returnTo" value={location.pathname + location.search} />
      {children ?? <input type="hidden" name="quantity" value="1" />}
      <Button look="card" full {...button} {...shown}>
        {label}
        <span className="sr-only">: {title}</span>
      </Button>
    </fetcher.Form>
  );
}
