import type { Refused } from '#app/basics/result.ts';
import type { Paise } from '#app/basics/money.ts';
import { type ArtworkSummary, isForCart } from '#app/modules/catalogue/artworks/artwork.ts';
import type { Item } from '#app/basics/item.ts';
import type { PersonalizationAnswer } from '#app/basics/personalization.ts';
import { type Answers, personalize } from '#app/modules/catalogue/artworks/personalization.ts';
import { lineTotal } from '#app/modules/orders/pricing/pricing.ts';
import { MAX_OF_ONE_LINE, type GuestCart } from './guest-cart.ts';

export type CartLine = {
  /** A row's id, or 'guest-…' for a guest's. */
  id: string;
  artworkId: string;
  /** Null for a piece without variants. */
  variantId: string | null;
  /** As this item is bought: a variant's name, price, size and stock. Undefined when it was taken out of the shop. */
  artwork: ArtworkSummary | undefined;
  /** Never above what is in stock while `available`. */
  quantity: number;
  /** How many there may be in the line. */
  most: number;
  /** There is some of it; a line of which there is none makes checkout wait. */
  available: boolean;
  /** What was answered, as it was given. */
  answers: Answers;
  /** The same as an order would copy it. */
  personalization: PersonalizationAnswer[];
  /** The labels of what must still be answered; it makes checkout wait too. */
  unanswered: string[];
  /** Undefined when it can't be bought. */
  lineTotal: Paise | undefined;
};
export type AvailableLine = CartLine & {
  artwork: ArtworkSummary & { price: Paise };
  available: true;
  lineTotal: Paise;
};

export type Cart = {
  /** In the order they were added. */
  lines: CartLine[];
  /** The number on the cart icon: pieces in lines that are available. */
  itemCount: number;
  /** Titles of lines that were lowered to what is left, just now. */
  lowered: string[];
};

/** What changed a line; `guest` is the guest's cart to keep from now on. */
export type CartChange = {
  guest: GuestCart;
  line: { id: string; artworkId: string; variantId: string | null; title: string; quantity: number; answers: Answers };
  /** True when more was wanted for than there is. */
  lowered: boolean;
  /** True when other answers stood in the line before. */
  replaced: boolean;
};

export type CartRefusal =
  | Refused<'made-to-order' | 'price-on-request', { title: string }>
  | Refused<'choose-variant', { title: string }>
  | Refused<'out-of-stock', { title: string }>
  | Refused<'no-more', { title: string; available: number }>
  | Refused<'unanswered', { title: string; errors: Record<string, string> }>
  | Refused<'cart-full' | 'answers-too-long', undefined>;

/** What became of a guest's cart at sign-in; titles are undefined for pieces that are no longer there. */
export type CartMerge = {
  lowered: { title: string; available: number }[];
  skipped: { title: string | undefined }[];
  /** Lines whose answers gave way to those that came. */
  replaced: { title: string }[];
};

/** How many of an item one cart may hold: never more than there are; 0 when it isn't sold from stock, or a variant is still to be chosen. */
export const maxInCart = (artwork: ArtworkSummary | undefined): number =>
  !artwork || !isForCart(artwork) || artwork.hasVariants ? 0 : Math.min(artwork.stockCount, MAX_OF_ONE_LINE);

export const isAvailable = (line: CartLine): line is AvailableLine => line.available;

/** What is priced: the lines that can be bought. */
export const pricedLines = (cart: Cart) =>
  cart.lines.filter(isAvailable).map((line) => ({ ...line, price: line.artwork.price, gst: line.artwork }));

/** One line of a cart as it can be bought now. */
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
