import type { Refused } from '#app/basics/result.ts';
import type { Paise } from '#app/basics/money.ts';
import { type ArtworkSummary, isForCart } from '#app/modules/catalogue/artworks/artwork.ts';
import type { Item } from '#app/basics/item.ts';
import type { PersonalizationAnswer } from '#app/basics/personalization.ts';
import { type Answers, personalize } from '#app/modules/catalogue/artworks/personalization.ts';
import { lineTotal } from '#app/modules/orders/pricing/pricing.ts';
import { MAX_OF_ONE_LINE, type GuestCart } from './guest-cart.ts';

export type CartLine = {
  /** A row's id, or 'guest-…'. */
  id: string;
  artworkId: string;
  variantId: string | null;
  /** With the variant's name, price, size and stock. Undefined when the item was removed from the shop. */
  artwork: ArtworkSummary | undefined;
  /** Never above the stock while `available`. */
  quantity: number;
  /** The most that the line may hold. */
  most: number;
  /** Whether some are in stock; checkout waits otherwise. */
  available: boolean;
  answers: Answers;
  /** The answers as an order would copy them. */
  personalization: PersonalizationAnswer[];
  /** Labels of missing answers; checkout waits for them. */
  unanswered: string[];
  /** Undefined when it cannot be bought. */
  lineTotal: Paise | undefined;
};
export type AvailableLine = CartLine & {
  artwork: ArtworkSummary & { price: Paise };
  available: true;
  lineTotal: Paise;
};

export type Cart = {
  lines: CartLine[];
  /** The number on the cart icon: pieces in available lines. */
  itemCount: number;
  /** Titles of lines that were just lowered to the stock. */
  lowered: string[];
};

/** `guest` is the guest's cart from now on. */
export type CartChange = {
  guest: GuestCart;
  line: { id: string; artworkId: string; variantId: string | null; title: string; quantity: number; answers: Answers };
  /** Whether more was asked for than there is. */
  lowered: boolean;
  /** Whether other answers were replaced. */
  replaced: boolean;
};

export type CartRefusal =
  | Refused<'made-to-order' | 'price-on-request', { title: string }>
  | Refused<'choose-variant', { title: string }>
  | Refused<'out-of-stock', { title: string }>
  | Refused<'no-more', { title: string; available: number }>
  | Refused<'unanswered', { title: string; errors: Record<string, string> }>
  | Refused<'cart-full' | 'answers-too-long', undefined>;

/** The result of merging a guest's cart at sign-in; titles of deleted pieces are undefined. */
export type CartMerge = {
  lowered: { title: string; available: number }[];
  skipped: { title: string | undefined }[];
  /** Lines whose answers were replaced. */
  replaced: { title: string }[];
};

/** Returns how many of an item one cart may hold; 0 when it is not sold from stock or needs a variant. */
export const maxInCart = (artwork: ArtworkSummary | undefined): number =>
  !artwork || !isForCart(artwork) || artwork.hasVariants ? 0 : Math.min(artwork.stockCount, MAX_OF_ONE_LINE);

export const isAvailable = (line: CartLine): line is AvailableLine => line.available;

/** Returns the lines that can be bought. */
export const pricedLines = (cart: Cart) =>
  cart.lines.filter(isAvailable).map((line) => ({ ...line, price: line.artwork.price, gst: line.artwork }));

/** Builds a cart line from an item as it can be bought now. */
export function lineOf(
  {
    id,
    artworkId,
    variantId,
    quantity: wanted,
    answers = {},
  }: Item & { id: string; quantity: number; answers?: Answers },
  artwork: ArtworkSummary | undefined,
): CartLine {
  const most = maxInCart(artwork);
  const quantity = most > 0 ? Math.min(wanted, most) : wanted;
  const total = artwork && most > 0 && isForCart(artwork) ? lineTotal({ price: artwork.price, quantity }) : undefined;
  return {
    id,
    artworkId,
    variantId: variantId ?? null,
    artwork,
    quantity,
    most,
    available: most > 0,
    lineTotal: total,
    answers,
    ...personalize(artwork?.personalizationFields ?? [], answers),
  };
}
