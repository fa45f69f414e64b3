import { useEffect, useEffectEvent, useRef } from 'react';
import { useFetcher, useRevalidator } from 'react-router';
import { showToast } from '#app/ui/kit/toast.tsx';

type Line = { artworkId: string; quantity: number };
export type KeptThings = {
  cart: readonly Line[];
  knowsCart: boolean;
  wishlist: readonly string[];
  couponCode: string | null;
  isGuest: boolean;
};

/** Where the browser mirrors what the server knows. */
const KEYS = { cart: 'guest_cart', count: 'cart_count', coupon: 'appliedCoupon', wishlist: 'guest_wishlist' } as const;

/**
 * Keeps the browser in step with the server, and its tabs with each other: mirrors cart, count, coupon and wishlist under
 * the specified keys, rings `cartUpdated` and `wishlistUpdated` when they changed, asks the server again when another tab
 * did, and gives a guest whose cookies were cleared the cart back. Tells what is to be told. Once, in the layout.
 */
export function KeepInStep({
  cartCount,
  wishlistCount,
  told,
  kept,
}: {
  cartCount: number;
  wishlistCount: number;
  told: readonly string[];
  kept: KeptThings;
}) {
  const { revalidate } = useRevalidator();
  const restoring = useFetcher();
  const asked = useRef(false);
  const restore = useEffectEvent(
    (things: { cart: string; wishlist: string }) =>
      void restoring.submit(things, { method: 'post', action: '/kept-things' }),
  );

  useEffect(() => {
    const lines = parsed<{ artwork?: { id?: unknown }; quantity?: unknown }[]>(stored(KEYS.cart)) ?? [];
    if (kept.isGuest && !kept.knowsCart && lines.length > 0 && !asked.current) {
      asked.current = true;
      const cart = lines.map((line) => ({ artworkId: line.artwork?.id, quantity: line.quantity }));
      const wishlist = parsed<unknown[]>(stored(KEYS.wishlist)) ?? [];
      restore({ cart: JSON.stringify(cart), wishlist: wishlist.join('~') });
      return;
    }
    const cart = kept.cart.map(({ artworkId, quantity }) => ({
      id: `guest-${artworkId}`,
      artwork: { id: artworkId },
      quantity,
    }));
    const changedCart = [
      store(KEYS.cart, cart.length > 0 ? JSON.stringify(cart) : null),
      store(KEYS.count, String(cartCount)),
      store(KEYS.coupon, kept.couponCode === null ? null : JSON.stringify({ code: kept.couponCode })),
    ];
    if (changedCart.includes(true)) window.dispatchEvent(new Event('cartUpdated'));
    if (store(KEYS.wishlist, kept.wishlist.length > 0 ? JSON.stringify(kept.wishlist) : null))
      window.dispatchEvent(new Event('wishlistUpdated'));
  }, [kept, cartCount]);

  const wishes = useRef(wishlistCount);
  useEffect(() => {
    if (wishes.current !== wishlistCount && !kept.isGuest) window.dispatchEvent(new Event('wishlistUpdated'));
    wishes.current = wishlistCount;
  }, [wishlistCount, kept.isGuest]);

  useEffect(() => {
    const changedElsewhere = (event: StorageEvent) => {
      if (event.key === null || Object.values<string>(KEYS).includes(event.key)) void revalidate();
    };
    window.addEventListener('storage', changedElsewhere);
    return () => window.removeEventListener('storage', changedElsewhere);
  }, [revalidate]);

  useEffect(() => {
    for (const text of told) showToast({ text });
  }, [told]);

  return null;
}

/** What is to be told, above the page and in its flow, where no script can show it over the page and take it away again. */
export function ToldWithoutScript({ told }: { told: readonly string[] }) {
  return told.length > 0 ? (
    <noscript>
      <div className="wrap grid gap-2 pt-3 print:hidden" role="status">
        {told.map((text) => (
          <div className="toast" key={text}>
            <p>{text}</p>
          </div>
        ))}
      </div>
    </noscript>
  ) : null;
}

/** A browser may refuse its storage altogether; then nothing is mirrored and the cookies do alone. */
function storage(): Storage | undefined {
  try {
    return window.localStorage;
  } catch {
    return undefined;
  }
}

const stored = (key: string): string | null => storage()?.getItem(key) ?? null;

/** Says whether it changed. */
function store(key: string, value: string | null): boolean {
  if (stored(key) === value) return false;
  if (value === null) storage()?.removeItem(key);
  else storage()?.setItem(key, value);
  return true;
}

/** Undefined for what isn't a list: anybody may have written there. */
function parsed<List extends unknown[]>(text: string | null): List | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return Array.isArray(value) ? (value as List) : undefined;
  } catch {
    return undefined;
  }
}
