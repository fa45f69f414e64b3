import { useEffect, useEffectEvent, useRef } from 'react';
import { useFetcher, href } from 'react-router';
import { useRevalidate } from '#app/ui/kit/use-revalidate.ts';
import type { VisitorState } from './use-visitor-state.ts';

const KEYS = { cart: 'guest_cart', count: 'cart_count', coupon: 'appliedCoupon', wishlist: 'guest_wishlist' } as const;

/**
 * Copies the visitor's state to the specified keys and events, across tabs. Restores a guest's cart after cookies were
 * deleted.
 */
export function SyncGuestState({ state: { visitor, cartCount, wished, guest } }: { state: VisitorState }) {
  const isGuest = visitor === undefined;
  const wishlistCount = wished.length;
  const revalidate = useRevalidate();
  const restoring = useFetcher();
  const hasAsked = useRef(false);
  const restore = useEffectEvent(
    (state: { cart: string; wishlist: string }) =>
      void restoring.submit({ intent: 'restore', ...state }, { method: 'post', action: href('/visitor-state') }),
  );

  useEffect(() => {
    const lines =
      parseList<{ artwork?: { id?: unknown }; variantId?: unknown; quantity?: unknown }[]>(readStored(KEYS.cart)) ?? [];
    if (isGuest && !guest.knowsCart && lines.length > 0 && !hasAsked.current) {
      hasAsked.current = true;
      const cart = lines.map((line) => ({
        artworkId: line.artwork?.id,
        variantId: line.variantId,
        quantity: line.quantity,
      }));
      const wishlist = parseList<unknown[]>(readStored(KEYS.wishlist)) ?? [];
      restore({ cart: JSON.stringify(cart), wishlist: wishlist.join('~') });
      return;
    }
    const cart = guest.cart.map(({ artworkId, variantId, quantity }) => ({
      id: `guest-${artworkId}${variantId ? `.${variantId}` : ''}`,
      artwork: { id: artworkId },
      variantId,
      quantity,
    }));
    const changedCart = [
      store(KEYS.cart, cart.length > 0 ? JSON.stringify(cart) : null),
      store(KEYS.count, String(cartCount)),
      store(KEYS.coupon, guest.couponCode === null ? null : JSON.stringify({ code: guest.couponCode })),
    ];
    if (changedCart.includes(true)) window.dispatchEvent(new Event('cartUpdated'));
    if (store(KEYS.wishlist, guest.wishlist.length > 0 ? JSON.stringify(guest.wishlist) : null))
      window.dispatchEvent(new Event('wishlistUpdated'));
  }, [guest, isGuest, cartCount]);

  const wishes = useRef(wishlistCount);
  useEffect(() => {
    if (wishes.current !== wishlistCount && !isGuest) window.dispatchEvent(new Event('wishlistUpdated'));
    wishes.current = wishlistCount;
  }, [wishlistCount, isGuest]);

  useEffect(() => {
    const changedElsewhere = (event: StorageEvent) => {
      if (event.key === null || Object.values<string>(KEYS).includes(event.key)) void revalidate();
    };
    window.addEventListener('storage', changedElsewhere);
    return () => window.removeEventListener('storage', changedElsewhere);
  }, [revalidate]);

  return null;
}

/** Returns undefined when the browser refuses storage, because cookies are enough. */
function storage(): Storage | undefined {
  try {
    return window.localStorage;
  } catch {
    return undefined;
  }
}

const readStored = (key: string): string | null => storage()?.getItem(key) ?? null;

function store(key: string, value: string | null): boolean {
  if (readStored(key) === value) return false;
  if (value === null) storage()?.removeItem(key);
  else storage()?.setItem(key, value);
  return true;
}

function parseList<List extends unknown[]>(text: string | null): List | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return Array.isArray(value) ? (value as List) : undefined;
  } catch {
    return undefined;
  }
}
