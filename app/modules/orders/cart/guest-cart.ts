import { isUuid } from '#app/basics/uuid.ts';
import { type Item, itemKey } from '#app/basics/item.ts';
import type { Answers } from '#app/modules/catalogue/artworks/personalization.ts';

export type GuestCart = {
  /** Changes with every edit, so that the shop can merge each cart only once. */
  key: string;
  lines: GuestLine[];
};
export type GuestLine = { artworkId: string; variantId?: string; quantity: number; answers?: Answers };

export const MAX_GUEST_LINES = 50;
export const MAX_OF_ONE_LINE = 1000;

export const NO_GUEST_CART: GuestCart = { key: '', lines: [] };

const KEY = /^[\w-]{8,64}$/;

/** Reads the cookie. Skips invalid items and adds up repeated items. */
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

export function serialiseGuestCart(cart: GuestCart): string {
  const entryOf = ({ artworkId, quantity, variantId }: GuestLine) =>
    variantId === undefined ? `${artworkId}*${quantity}` : `${shorten(artworkId)}*${quantity}*${shorten(variantId)}`;
  return cart.lines.length === 0 ? '' : [cart.key, ...cart.lines.map(entryOf)].join('~');
}

/** Returns 22 characters, so that a full cart fits into a cookie. */
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

const MAX_ANSWER_BYTES = 1_800;

/** Returns the answers by short item id. The answers have their own cookie. */
export const toGuestAnswers = (cart: GuestCart): Record<string, Answers> =>
  Object.fromEntries(cart.lines.flatMap((line) => (line.answers ? [[shorten(itemKey(line)), line.answers]] : [])));

export function withGuestAnswers(cart: GuestCart, answers: Readonly<Record<string, Answers>>): GuestCart {
  const lines = cart.lines.map((line) => {
    const given = answers[shorten(itemKey(line))];
    return given ? { ...line, answers: given } : line;
  });
  return { ...cart, lines };
}

export const fitsCookie = (cart: GuestCart): boolean =>
  new TextEncoder().encode(JSON.stringify(toGuestAnswers(cart))).length <= MAX_ANSWER_BYTES;

export function createGuestCart(lines: readonly GuestLine[]): GuestCart {
  const tidied = tidy(lines);
  return tidied.length === 0 ? NO_GUEST_CART : { key: crypto.randomUUID(), lines: tidied };
}

export function withQuantity(cart: GuestCart, item: Item, quantity: number, answers?: Answers): GuestCart {
  const changed = lineOfItem(item, quantity, answers ?? answersIn(cart, item));
  const isIt = (line: GuestLine) => itemKey(line) === itemKey(item);
  const lines = cart.lines.some(isIt)
    ? cart.lines.map((line) => (isIt(line) ? changed : line))
    : [...cart.lines, changed];
  return createGuestCart(lines);
}

const lineOfItem = ({ artworkId, variantId }: Item, quantity: number, answers: Answers = {}): GuestLine => ({
  artworkId,
  ...(variantId && { variantId }),
  quantity,
  ...(Object.keys(answers).length > 0 && { answers }),
});

const findLine = (cart: GuestCart, item: Item) => cart.lines.find((line) => itemKey(line) === itemKey(item));
export const findQuantity = (cart: GuestCart, item: Item): number => findLine(cart, item)?.quantity ?? 0;
export const answersIn = (cart: GuestCart, item: Item): Answers => findLine(cart, item)?.answers ?? {};

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
    const existingLine = tidied.get(key);
    const sum = Math.min((existingLine?.quantity ?? 0) + quantity, MAX_OF_ONE_LINE);
    tidied.set(key, lineOfItem(line, sum, line.answers ?? existingLine?.answers));
  }
  return [...tidied.values()];
}
