import type { Refused } from '#app/basics/result.ts';
import type { Paise } from '#app/basics/money.ts';
import { type ArtworkSummary, isForCart } from '#app/modules/catalogue/artworks/artwork.ts';
import type { Item } from '#app/basics/item.ts';
import type { PersonalizationAnswer } from '#app/basics/personalization.ts';
import { type Answers, personalize } from '#app/modules/catalogue/artworks/personalization.ts';
import { lineTotal } from '#app/modules/orders/pricing/pricing.ts';
import { MAX_OF_ONE_LINE, type GuestCart } from './guest-cart.ts';

export type CartLine = {
  id: string;
  artworkId: string;
  variantId: string | null;
  /** Undefined when the item was removed from the shop. */
  artwork: ArtworkSummary | undefined;
  quantity: number;
  most: number;
  available: boolean;
  answers: Answers;
  personalization: PersonalizationAnswer[];
  /** Labels of missing answers, which block the checkout. */
  unanswered: string[];
  lineTotal: Paise | undefined;
};
export type AvailableLine = CartLine & {
  artwork: ArtworkSummary & { price: Paise };
  available: true;
  lineTotal: Paise;
};

export type Cart = {
  lines: CartLine[];
  itemCount: number;
  lowered: string[];
};

export type CartChange = {
  guest: GuestCart;
  line: { id: string; artworkId: string; variantId: string | null; title: string; quantity: number; answers: Answers };
  lowered: boolean;
  replaced: boolean;
};

export type CartRefusal =
  | Refused<'made-to-order' | 'price-on-request', { title: string }>
  | Refused<'choose-variant', { title: string }>
  | Refused<'out-of-stock', { title: string }>
  | Refused<'no-more', { title: string; available: number }>
  | Refused<'unanswered', { title: string; errors: Record<string, string> }>
  | Refused<'cart-full' | 'answers-too-long', undefined>;

/** `title` is undefined for deleted pieces. */
export type CartMerge = {
  lowered: { title: string; available: number }[];
  skipped: { title: string | undefined }[];
  replaced: { title: string }[];
};

/** Returns the highest quantity for the cart; 0 when the item cannot be bought from stock. */
export const maxInCart = (artwork: ArtworkSummary | undefined): number =>
  !artwork || !isForCart(artwork) || artwork.hasVariants ? 0 : Math.min(artwork.stockCount, MAX_OF_ONE_LINE);

export const isAvailable = (line: CartLine): line is AvailableLine => line.available;

export const pricedLines = (cart: Cart) =>
  cart.lines.filter(isAvailable).map((line) => ({ ...line, price: line.artwork.price, gst: line.artwork }));

export function buildCartLine(
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
