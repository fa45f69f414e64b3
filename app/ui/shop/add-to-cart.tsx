import { useEffect, useState, type ComponentProps, type ReactNode } from 'react';
import { type Fetcher, useFetcher, useLocation, href } from 'react-router';
import type { FormAnswer } from '#app/ui/kit/use-form.ts';
import { cartErrors } from '#app/modules/orders/cart/messages.ts';
import { FailureText } from '#app/ui/kit/failure-text.tsx';
import { Button } from '#app/ui/kit/button.tsx';
import { useCachedAt } from './offline-notice.tsx';

const DONE_FOR_MS = 1_500;

export type AddAnswer = FormAnswer & { ok: boolean; message: string };

export const addToCartKey = (artworkId: string): string => `add-${artworkId}`;

export function useAddButton({ state, data: answer, formData }: Fetcher<AddAnswer>) {
  const [added, setAdded] = useState(false);
  const isPaused = useCachedAt() !== undefined;
  useEffect(() => {
    if (state !== 'idle' || !answer || answer.ok === false) return;
    setAdded(true);
    const timer = setTimeout(() => setAdded(false), DONE_FOR_MS);
    return () => clearTimeout(timer);
  }, [state, answer]);
  // Optimistic. A refusal undoes it.
  const isAdded = added || formData !== undefined;
  return { label: isAdded ? 'Added' : 'Add to Cart', disabled: isPaused, busy: state !== 'idle', done: isAdded };
}

export function AddToCart({
  id,
  artworkId,
  title,
  action,
  children,
  className,
  button,
  offersCheckout = false,
}: {
  id?: string;
  action?: string | undefined;
  artworkId: string;
  title: string;
  children?: ReactNode;
  className?: string;
  button?: Partial<ComponentProps<typeof Button>>;
  offersCheckout?: boolean;
}) {
  const fetcher = useFetcher<AddAnswer>(id ? { key: addToCartKey(artworkId) } : undefined);
  const location = useLocation();
  const { label, ...shown } = useAddButton(fetcher);
  return (
    <fetcher.Form
      id={id}
      method="post"
      action={action ?? href('/visitor-state')}
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        const fields = new FormData(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter);
        // A synchronous update disables the button before the second click of a double click.
        void fetcher.submit(fields, {
          method: 'post',
          action: action ?? href('/visitor-state'),
          flushSync: true,
          preventScrollReset: true,
        });
      }}
    >
      <FailureText toast>{cartErrors.add}</FailureText>
      <input type="hidden" name="artworkId" value={artworkId} />
      <input type="hidden" name="returnTo" value={location.pathname + location.search} />
      {children ?? <input type="hidden" name="quantity" value="1" />}
      <Button look="card" icon="bag" full {...button} {...shown} name="intent" value="add">
        {label}
        <span className="sr-only">: {title}</span>
      </Button>
      {offersCheckout ? (
        <Button look="secondary" full disabled={shown.disabled} busy={shown.busy} name="intent" value="buy">
          Buy now
        </Button>
      ) : null}
    </fetcher.Form>
  );
}
