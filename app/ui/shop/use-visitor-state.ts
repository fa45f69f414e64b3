import { useSyncExternalStore } from 'react';
import { HOST_ONLY } from '#app/basics/cookie-names.ts';
import { DISMISSED_OFFER_COOKIE, parseCookieChoice } from '#app/basics/guest-cookies.ts';
import { NO_VISITOR_STATE, VISITOR_STATE_ID } from '#app/basics/visitor-state.ts';
import { parseGuestCart } from '#app/modules/orders/cart/guest-cart.ts';
import { parseGuestWishlist } from '#app/modules/catalogue/wishlist/guest-wishlist.ts';
import type { GuestState } from './sync-guest-state.tsx';

/** What a page of the storefront shows of whoever is looking. */
export type VisitorState = {
  /** Who is signed in. */
  visitor?: {
    id: string;
    name: string;
    isAdmin: boolean;
    /** When the account will be deleted, in words. */
    deletionDay?: string | undefined;
  };
  cartCount: number;
  /** Newest first. */
  wished: readonly string[];
  flash: readonly string[];
  guest: GuestState;
};

/** The state, and what the browser's cookies change beside it on a page that is the same for everybody. */
type Shown = VisitorState & {
  cookieChoice?: ReturnType<typeof parseCookieChoice>;
  dismissedOffer?: string;
  isFilledIn: boolean;
  /** Whether it is a guest's, read from the browser's cookies. */
  isFromCookies: boolean;
};

/** Before anything is known of a visitor. */
export const NOBODY: VisitorState & { isForEveryGuest: boolean } = {
  cartCount: 0,
  wished: [],
  flash: [],
  guest: { cart: [], knowsCart: false, wishlist: [], couponCode: null, isGuest: true },
  isForEveryGuest: false,
};

const never = () => () => {};

/**
 * Who is looking, by the layout's data. On a page that is the same for everybody it is filled in once the page's script runs: from what the
 * server sent along with the document (`VisitorStateData`) for somebody who is signed in, else from the guest's own cookies.
 */
export function useVisitorState(data: VisitorState & { isForEveryGuest: boolean }): Shown {
  const cookies = useSyncExternalStore(
    never,
    () => (data.isForEveryGuest ? document.cookie : undefined),
    () => undefined,
  );
  if (cookies === undefined) return { ...data, isFilledIn: !data.isForEveryGuest, isFromCookies: false };
  const sent = sentWith(data);
  return { ...readGuestCookies(cookies), flash: data.flash, ...sent, isFilledIn: true, isFromCookies: !sent };
}

let sent: { with: object; state: VisitorState | undefined } | undefined;

/** What came with the document holds for the data that came with it; asked for again, that says it itself. */
function sentWith(data: object): VisitorState | undefined {
  if (!sent) {
    const text = document.getElementById(VISITOR_STATE_ID)?.textContent ?? NO_VISITOR_STATE;
    sent = { with: data, state: (JSON.parse(text) as VisitorState | null) ?? undefined };
  }
  return sent.with === data ? sent.state : undefined;
}

type FromCookies = Omit<Shown, 'visitor' | 'flash' | 'isFilledIn' | 'isFromCookies'>;
let last: { cookies: string; read: FromCookies } | undefined;

/** Reads `document.cookie`. The same text gives the same object, so that nothing is drawn again for it. */
export function readGuestCookies(cookies: string): FromCookies {
  if (last?.cookies === cookies) return last.read;
  const values = new Map(
    cookies.split('; ').map((each): [string, string] => {
      const at = each.indexOf('=');
      return [each.slice(0, at), decode(each.slice(at + 1))];
    }),
  );
  // Until the server has renamed it, a cookie over https has its earlier name.
  const valueOf = (name: string) => values.get(`${HOST_ONLY}${name}`) ?? values.get(name);
  const cartText = valueOf('guest_cart');
  const cart = parseGuestCart(cartText);
  const wishlist = parseGuestWishlist(valueOf('guest_wishlist'));
  const read = {
    guest: { cart: cart.lines, knowsCart: cartText !== undefined, wishlist, couponCode: null, isGuest: true },
    cartCount: cart.lines.reduce((count, { quantity }) => count + quantity, 0),
    wished: wishlist.toReversed(),
    cookieChoice: parseCookieChoice(valueOf('cookie_choice')),
    dismissedOffer: valueOf(DISMISSED_OFFER_COOKIE),
  };
  last = { cookies, read };
  return read;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
