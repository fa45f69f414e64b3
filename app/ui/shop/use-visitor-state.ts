import { createContext, useContext, useEffect, useState } from 'react';
import { href, useFetcher } from 'react-router';

/** The visitor's own part of a storefront page. */
export type VisitorState = {
  /** The signed-in person; undefined for a guest. */
  visitor?:
    | {
        id: string;
        name: string;
        isAdmin: boolean;
        /** When the account will be deleted, in words. */
        deletionDay?: string | undefined;
      }
    | undefined;
  cartCount: number;
  /** Ids of artworks, newest first. */
  wished: readonly string[];
  flash: readonly string[];
  /** The answer to the cookie question: a letter for each category, and the day, in words. */
  cookieChoice?: { letters: string; chosenOn: string | undefined } | undefined;
  /** The code of the offer that was dismissed. */
  dismissedOffer?: string | undefined;
  /** What the browser mirrors under the specified keys. */
  guest: {
    cart: readonly { artworkId: string; variantId?: string; quantity: number }[];
    /** False when the browser sent no cart at all, not even an empty one. */
    knowsCart: boolean;
    wishlist: readonly string[];
    couponCode: string | null;
  };
};

export const VisitorStateContext = createContext<VisitorState | undefined>(undefined);

const TRIES_AGAIN_AFTER_MS = 3_000;

/** The state of the visitor, for the pages of the storefront; undefined until it is known. */
export const useVisitorState = (): VisitorState | undefined => useContext(VisitorStateContext);

/**
 * Fetches the state of the visitor, which the router fetches again after each action and revalidation. Until it arrives, it is what the
 * document was rendered with: nothing on a page from the page cache. For the layout only.
 */
export function useFetchedVisitorState(rendered: VisitorState | undefined): VisitorState | undefined {
  const [known, setKnown] = useState(rendered);
  const { load, data, state } = useFetcher<VisitorState | null>({ key: 'visitor-state' });
  useEffect(() => void load(href('/visitor-state')), [load]);
  // Null where the shop could not answer: what was known before still counts.
  const isUnanswered = data === null && state === 'idle';
  useEffect(() => {
    if (!isUnanswered) return;
    const timer = setTimeout(() => void load(href('/visitor-state')), TRIES_AGAIN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isUnanswered, load]);
  if (data && data !== known) setKnown(data);
  return data ?? known;
}
