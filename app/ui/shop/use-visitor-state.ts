import { createContext, useContext, useEffect, useState } from 'react';
import { href, useFetcher } from 'react-router';

export type VisitorState = {
  visitor?:
    | {
        id: string;
        name: string;
        isAdmin: boolean;
        deletionDay?: string | undefined;
      }
    | undefined;
  cartCount: number;
  wished: readonly string[];
  flash: readonly string[];
  cookieChoice?: { letters: string; chosenOn: string | undefined } | undefined;
  dismissedOffer?: string | undefined;
  guest: {
    cart: readonly { artworkId: string; variantId?: string; quantity: number }[];
    /** False when the browser sent no cart cookie. */
    knowsCart: boolean;
    wishlist: readonly string[];
    couponCode: string | null;
  };
};

export const VisitorStateContext = createContext<VisitorState | undefined>(undefined);

const TRIES_AGAIN_AFTER_MS = 3_000;

export const useVisitorState = (): VisitorState | undefined => useContext(VisitorStateContext);

/** Fetches the visitor's state after each action and revalidation. Only the layout calls it. */
export function useFetchedVisitorState(rendered: VisitorState | undefined): VisitorState | undefined {
  const [lastState, setLastState] = useState(rendered);
  const { load, data, state } = useFetcher<VisitorState | null>({ key: 'visitor-state' });
  useEffect(() => void load(href('/visitor-state')), [load]);
  // Null if the shop could not answer. The page then keeps the previous state.
  const isUnanswered = data === null && state === 'idle';
  useEffect(() => {
    if (!isUnanswered) return;
    const timer = setTimeout(() => void load(href('/visitor-state')), TRIES_AGAIN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isUnanswered, load]);
  if (data && data !== lastState) setLastState(data);
  return data ?? lastState;
}
