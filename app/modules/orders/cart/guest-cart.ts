import { isUuid } from '#app/basics/uuid.ts';
import { type Item, itemKey } from '#app/basics/item.ts';
import type { Answers } from '#app/modules/catalogue/artworks/personalization.ts';

/** A guest's cart as its cookies hold it: ids, quantities and answers only; title and price are read again. */
export type GuestCart = {
  /** New with every change, so that the same cart is taken over at sign-in once. Empty for a cart without lines. */
  key: string;
  lines: GuestLine[];
};
export type GuestLine = { artworkId: string; variantId?: string; quantity: number; answers?: Answers };

export const MAX_GUEST_LINES = 50;
/** What the cart table allows of one piece, whatever the stock. */
export const MAX_OF_ONE_LINE = 1000;

export const NO_GUEST_CART: GuestCart = { key: '', lines: [] };

const KEY = /^[\w-]{8,64}$/;

/** Reads the cookie's text; what is no line of ours is left out, repeated items are added up, and garbage is an empty cart. */
export function parseGuestCart(text: unknown): GuestCart {
  if (typeof text !== 'string') return NO_GUEST_CART;
  const [key = '', ...entries] = text.split('~', 1 + 4 * MAX_GUEST_LINES);
  if (!KEY.test(key)) return NO_GUEST_CART;
  const lines = tidy(
    entries.map((entry) => {
      const [artworkId = '', quantity = '', variant] = entry.split('*');
      const count = /^\d{1,4}$/.test(quantity) ? Number(quantity) : 0;
      return variant === undefined
        ? { artworkId, quantity: count }
        : { artworkId: idOf(artworkId), variantId: idOf(variant), quantity: count };
    }),
  );
  return lines.length > 0 ? { key, lines } : NO_GUEST_CART;
}

/** The cookie's text; empty when there is nothing to keep. */
export function serialiseGuestCart(cart: GuestCart): string {
  const entryOf = ({ artworkId, quantity, variantId }: GuestLine) =>
    variantId === undefined ? `${artworkId}*${quantity}` : `${shorten(artworkId)}*${quantity}*${shorten(variantId)}`;
  return cart.lines.length === 0 ? '' : [cart.key, ...cart.lines.map(entryOf)].join('~');
}

/** An id in 22 letters instead of 36, so that a full cart of variants fits into a cookie. */
const shorten = (id: string): string =>
  btoa(id.replaceAll('-', '').replace(/../g, (hex) => String.fromCharCode(Number.parseInt(hex, 16))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .slice(0, 22);
const idOf = (text: string): string =>
  /^[\w-]{22}$/.test(text)
    ? Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (byte) =>
        byte.charCodeAt(0).toString(16).padStart(2, '0'),
      )
        .join('')
        .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    : '';

/** What a browser and what stands between take in a cookie, beside the cart's own and the wishlist's. */
const MAX_ANSWER_BYTES = 1_800;

/** The answers of a guest's lines by the short id of their item, for a cookie of their own. */
export const guestAnswersOf = (cart: GuestCart): Record<string, Answers> =>
  Object.fromEntries(cart.lines.flatMap((line) => (line.answers ? [[shorten(itemKey(line)), line.answers]] : [])));

/** The cart with the answers that its second cookie holds; those of items that aren't in it are left out. */
export function withGuestAnswers(cart: GuestCart, answers: Readonly<Record<string, Answers>>): GuestCart {
  const lines = cart.lines.map((line) => {
    const given = answers[shorten(itemKey(line))];
    return given ? { ...line, answers: given } : line;
  });
  return { ...cart, lines };
}

/** Whether the answers of a cart fit into their cookie. */
export const fitsCookie = (cart: GuestCart): boolean =>
  new TextEncoder().encode(JSON.stringify(guestAnswersOf(cart))).length <= MAX_ANSWER_BYTES;

/** A changed cart: tidied, with a key of its own. */
export function guestCartOf(lines: readonly GuestLine[]): GuestCart {
  const tidied = tidy(lines);
  return tidied.length === 0 ? NO_GUEST_CART : { key: crypto.randomUUID(), lines: tidied };
}

/** The cart with this many of an item, and with these answers or those it had; 0 takes its line out. */
export function withQuantity(cart: GuestCart, item: Item, quantity: number, answers?: Answers): GuestCart {
  const changed = lineOfItem(item, quantity, answers ?? answersIn(cart, item));
  const isIt = (line: GuestLine) => itemKey(line) === itemKey(item);
  const lines = cart.lines.some(isIt)
    ? cart.lines.map((line) => (isIt(line) ? changed : line))
    : [...cart.lines, changed];
  return guestCartOf(lines);
}

const lineOfItem = ({ artworkId, variantId }: Item, quantity: number, answers: Answers = {}): GuestLine => ({
  artworkId,
  ...(variantId && { variantId }),
  quantity,
  ...(Object.keys(answers).length > 0 && { answers }),
});

const findLine = (cart: GuestCart, item: Item) => cart.lines.find((line) => itemKey(line) === itemKey(item));
export const quantityOf = (cart: GuestCart, item: Item): number => findLine(cart, item)?.quantity ?? 0;
export const answersIn = (cart: GuestCart, item: Item): Answers => findLine(cart, item)?.answers ?? {};

/** 'guest-…': a guest's lines are known by their item. */
export const guestLineId = ({ artworkId, variantId }: Item): string =>
  `guest-${artworkId}${variantId ? `.${variantId}` : ''}`;

export function itemOfGuestLine(lineId: string): Item | undefined {
  if (!lineId.startsWith('guest-')) return undefined;
  const [artworkId = '', variantId] = lineId.slice('guest-'.length).split('.');
  return { artworkId, variantId };
}

function tidy(lines: readonly GuestLine[]): GuestLine[] {
  const tidied = new Map<string, GuestLine>();
  for (const line of lines) {
    const { artworkId, variantId, quantity } = line;
    if (!isUuid(artworkId) || (variantId !== undefined && !isUuid(variantId))) continue;
    if (!Number.isSafeInteger(quantity) || quantity < 1) continue;
    const key = itemKey(line);
    if (!tidied.has(key) && tidied.size === MAX_GUEST_LINES) continue;
    const before = tidied.get(key);
    const sum = Math.min((before?.quantity ?? 0) + quantity, MAX_OF_ONE_LINE);
    tidied.set(key, lineOfItem(line, sum, line.answers ?? before?.answers));
  }
  return [...tidied.values()];
}
