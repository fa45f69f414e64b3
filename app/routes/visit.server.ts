import { createContext, type MiddlewareFunction } from 'react-router';
import { z } from 'zod';
import { mergeGuestCart } from '#app/modules/orders/cart/merge-cart.server.ts';
import { getCart } from '#app/modules/orders/cart/cart.server.ts';
import {
  createGuestCart,
  toGuestAnswers,
  NO_GUEST_CART,
  parseGuestCart,
  serialiseGuestCart,
  withGuestAnswers,
  type GuestCart,
} from '#app/modules/orders/cart/guest-cart.ts';
import { mergeMessages } from '#app/modules/orders/cart/messages.ts';
import { normaliseCode } from '#app/modules/orders/coupons/coupon.ts';
import { readZipCode } from '#app/modules/store/shipping/address-forms.ts';
import { parseGuestWishlist, serialiseGuestWishlist } from '#app/modules/catalogue/wishlist/guest-wishlist.ts';
import { mergeGuestWishlist, wishedIds } from '#app/modules/catalogue/wishlist/wishlist.server.ts';
import { log } from '#app/platform/log.server.ts';
import { requestContext, shopContext } from '#app/routes/request-context.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { keepCookie, readCookie, readCookieValue, renameCookies } from './cookies.server.ts';

export type FlashMessage = { text: string; about?: 'coupon' };

const COOKIES = {
  cart: 'guest_cart',
  answers: 'guest_answers',
  wishlist: 'guest_wishlist',
  coupon: 'appliedCoupon',
  zipCode: 'delivery_pin',
} as const;
const MAX_FLASH = 5;
/** Marks an emptied cart. A missing cookie may instead mean that the browser lost a cart. */
const EMPTY = 'empty';

const answersSchema = z.record(z.string(), z.record(z.string(), z.string()));
const flashSchema = z.array(z.strictObject({ text: z.string(), about: z.literal('coupon').optional() }));

export class Visit {
  cart: GuestCart = NO_GUEST_CART;
  wishlist: readonly string[] = [];
  couponCode: string | undefined;
  typedZipCode: string | undefined;
  /** The last PIN code, which cached pages do not show. */
  zipCode: string | undefined;
  payBy: string | undefined;
  /** Whether the browser sent a cart cookie. If not, a mirrored cart may be restored. */
  knowsCart = false;
  cookies: readonly string[] = [];
  retryAfterSeconds: number | undefined;
  private waiting: FlashMessage[] = [];
  private taken: FlashMessage[] = [];
  private flashBefore = '';
  private answersBefore = '';
  private changed = new Set<keyof typeof COOKIES>();

  static async read(shop: Pick<Shop, 'config' | 'now'>, request: Request): Promise<Visit> {
    const visit = new Visit();
    const cart = await readCookie(shop, request, COOKIES.cart);
    const coupon = normaliseCode((await readCookie(shop, request, COOKIES.coupon)) ?? '');
    visit.knowsCart = cart !== undefined;
    const answers = answersSchema.safeParse(await readCookieValue(shop, request, COOKIES.answers)).data ?? {};
    visit.cart = withGuestAnswers(parseGuestCart(cart), answers);
    visit.answersBefore = JSON.stringify(answers);
    visit.wishlist = parseGuestWishlist(await readCookie(shop, request, COOKIES.wishlist));
    if (coupon !== '' && coupon.length <= 100) visit.couponCode = coupon;
    visit.zipCode = readZipCode(await readCookie(shop, request, COOKIES.zipCode));
    visit.waiting = flashSchema.safeParse(await readCookieValue(shop, request, 'flash')).data ?? [];
    visit.flashBefore = JSON.stringify(visit.waiting);
    return visit;
  }

  keepCart(cart: GuestCart): void {
    if (cart === this.cart) return;
    this.cart = cart;
    this.changed.add('cart');
  }

  keepWishlist(ids: readonly string[]): void {
    this.wishlist = ids;
    this.changed.add('wishlist');
  }

  keepCoupon(code: string | undefined): void {
    this.couponCode = code;
    this.changed.add('coupon');
  }

  keepZipCode(zipCode: string): void {
    this.typedZipCode = zipCode;
    if (zipCode === this.zipCode) return;
    this.zipCode = zipCode;
    this.changed.add('zipCode');
  }

  flash(message: FlashMessage): void {
    this.waiting.push(message);
  }

  takeFlash(about?: FlashMessage['about']): string[] {
    const taken = this.waiting.filter((message) => message.about === about);
    this.waiting = this.waiting.filter((message) => message.about !== about);
    this.taken.push(...taken);
    return taken.map(({ text }) => text);
  }

  restoreFlash(): void {
    this.waiting = [...this.taken, ...this.waiting];
    this.taken = [];
  }

  setCookies(shop: Shop): Promise<string[]> {
    const isGuest = shop.actor.kind === 'guest' || this.cart.lines.length > 0;
    const answers = isGuest ? toGuestAnswers(this.cart) : {};
    if (this.changed.has('cart') && JSON.stringify(answers) !== this.answersBefore) this.changed.add('answers');
    const values = {
      cart: isGuest ? serialiseGuestCart(this.cart) || EMPTY : '',
      answers: Object.keys(answers).length > 0 ? answers : '',
      wishlist: isGuest ? serialiseGuestWishlist(this.wishlist) : '',
      coupon: this.couponCode ?? '',
      zipCode: this.zipCode ?? '',
    };
    const lines = [...this.changed].map((what) => keepCookie(shop, COOKIES[what], values[what]));
    if (JSON.stringify(this.waiting) !== this.flashBefore)
      lines.push(keepCookie(shop, 'flash', this.waiting.slice(0, MAX_FLASH)));
    return Promise.all(lines);
  }
}

export const visitContext = createContext<Visit>();

/**
 * Reads the visit's cookies. Merges the guest's cart and wishlist after a sign-in, and removes the coupon after a
 * sign-out.
 */
export async function openVisit(shop: Shop, request: Request, requestId: string): Promise<Visit> {
  const visit = await Visit.read(shop, request);
  if ('userId' in shop.actor) await mergeGuestData(shop, visit, requestId);
  else if (visit.couponCode) visit.keepCoupon(undefined);
  return visit;
}

export async function keepVisit(
  shop: Shop,
  { visit, request, headers }: { visit: Visit; request: Request; headers: Headers },
): Promise<void> {
  for (const line of [...visit.cookies, ...(await visit.setCookies(shop))]) headers.append('Set-Cookie', line);
  for (const line of await renameCookies(shop, request, headers.getSetCookie())) headers.append('Set-Cookie', line);
}

/** Needs the middleware `visitor` before it. */
export const visit: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const shop = context.get(shopContext);
  const visit = await openVisit(shop, request, context.get(requestContext).id);
  context.set(visitContext, visit);
  const response = await next();
  // When a guest buyer signs in, their cart is merged like any guest's cart.
  if (shop.actor.kind === 'customer' && shop.actor.isGuest && visit.cookies.length > 0) await bringCart(shop, visit);
  if (isRedirect(response)) visit.restoreFlash();
  await keepVisit(shop, { visit, request, headers: response.headers });
  if (visit.retryAfterSeconds !== undefined) response.headers.set('Retry-After', String(visit.retryAfterSeconds));
  return response;
};

/** The router's script receives redirects with status 202. */
const isRedirect = ({ status }: Response): boolean => (status >= 300 && status < 400) || status === 202;

async function bringCart(shop: Shop, visit: Visit): Promise<void> {
  const { lines } = await getCart(shop, NO_GUEST_CART);
  visit.keepCart(
    createGuestCart(lines.map(({ variantId, ...line }) => ({ ...line, ...(variantId !== null && { variantId }) }))),
  );
  visit.keepWishlist(await wishedIds(shop, []));
}

/** After an error, the cookies stay, and the next request merges again. */
async function mergeGuestData(shop: Shop, visit: Visit, request: string): Promise<void> {
  if (!visit.knowsCart && visit.wishlist.length === 0) return;
  try {
    const merge = await mergeGuestCart(shop, visit.cart);
    await mergeGuestWishlist(shop, visit.wishlist);
    for (const text of mergeMessages(merge)) visit.flash({ text });
    visit.keepCart({ ...NO_GUEST_CART });
    visit.keepWishlist([]);
  } catch (error) {
    log.error({ err: error, request }, "a guest's cart did not come along");
  }
}
