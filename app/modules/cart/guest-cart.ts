import { isUuid } from '#app/basics/uuid.ts';
/** A guest's cart as its cookie holds it: ids and quantities only; title and price are read again. */
export type GuestCart = {
  /** New with every change, so that the same cart is taken over at sign-in once. Empty for a cart without lines. */
  key: string;
  lines: GuestLine[];
};
export type GuestLine = { artworkId: string; quantity: number };

export const MAX_GUEST_LINES = 50;
/** What the cart table allows of one piece, whatever the stock. */
export const MAX_OF_ONE_LINE = 1000;

export const NO_GUEST_CART: GuestCart = { key: '', lines: [] };

const KEY = /^[\w-]{8,64}$/;

/** Reads the cookie's text; what is no line of ours is left out, repeated pieces are added up, and garbage is an empty cart. */
export function parseGuestCart(text: unknown): GuestCart {
  if (typeof text !== 'string') return NO_GUEST_CART;
  const [key = '', ...entries] = text.split('~', 1 + 4 * MAX_GUEST_LINES);
  if (!KEY.test(key)) return NO_GUEST_CART;
  const lines = tidy(
    entries.map((entry) => {
      const [artworkId = '', quantity = ''] = entry.split('*');
      return { artworkId, quantity: /^\d{1,4}$/.test(quantity) ? Number(quantity) : 0 };
    }),
  );
  return lines.length > 0 ? { key, lines } : NO_GUEST_CART;
}

/** The cookie's text; empty when there is nothing to keep. */
export function serialiseGuestCart(cart: GuestCart): string {
  return cart.lines.length === 0
    ? ''
    : [cart.key, ...cart.lines.map((line) => `${line.artworkId}*${line.quantity}`)].join('~');
}

/** A changed cart: tidied, with a key of its own. */
export function guestCartOf(lines: readonly GuestLine[]): GuestCart {
  const tidied = tidy(lines);
  return tidied.length === 0 ? NO_GUEST_CART : { key: crypto.randomUUID(), lines: tidied };
}

/** The cart with this many of a piece; 0 takes its line out. */
export function withQuantity(cart: GuestCart, artworkId: string, quantity: number): GuestCart {
  const lines = cart.lines.some((line) => line.artworkId === artworkId)
    ? cart.lines.map((line) => (line.artworkId === artworkId ? { artworkId, quantity } : line))
    : [...cart.lines, { artworkId, quantity }];
  return guestCartOf(lines);
}

export const quantityOf = (cart: GuestCart, artworkId: string): number =>
  cart.lines.find((line) => line.artworkId === artworkId)?.quantity ?? 0;

/** 'guest-…': a guest's lines are known by their piece. */
export const guestLineId = (artworkId: string): string => `guest-${artworkId}`;
export const artworkIdOf = (lineId: string): string | undefined =>
  lineId.startsWith('guest-') ? lineId.slice('guest-'.length) : undefined;

function tidy(lines: readonly GuestLine[]): GuestLine[] {
  const quantities = new Map<string, number>();
  for (const { artworkId, quantity } of lines) {
    if (!isUuid(artworkId) || !Number.isSafeInteger(quantity) || quantity < 1) continue;
    if (!quantities.has(artworkId) && quantities.size === MAX_GUEST_LINES) continue;
    quantities.set(artworkId, Math.min((quantities.get(artworkId) ?? 0) + quantity, MAX_OF_ONE_LINE));
  }
  return [...quantities].map(([artworkId, quantity]) => ({ artworkId, quantity }));
}
