import { createContext, createCookie, data, redirect, type MiddlewareFunction } from 'react-router';
import type { z } from 'zod';
import { cartCount, mergeGuestCart } from '#app/modules/cart/cart.server.ts';
import { NO_GUEST_CART, parseGuestCart, serialiseGuestCart, type GuestCart, type GuestLine } from '#app/modules/cart/guest-cart.ts';
import { mergeMessages } from '#app/modules/cart/messages.ts';
import { normaliseCode } from '#app/modules/coupons/coupon.ts';
import { currentOffer } from '#app/modules/coupons/coupons.server.ts';
import { parseGuestWishlist, serialiseGuestWishlist } from '#app/modules/wishlist/guest-wishlist.ts';
import { mergeGuestWishlist, wishedIds } from '#app/modules/wishlist/wishlist.server.ts';
import { readFields } from '#app/platform/forms.ts';
import { log } from '#app/platform/log.server.ts';
import { requestContext, shopContext } from '#app/platform/request-context.server.ts';
import { safeReturn } from '#app/platform/safe-return.ts';
import type { Shop } from '#app/platform/shop.server.ts';

/** A sentence for the next page that is shown; without `about` it is a toast, with it the page puts it where it belongs. */
export type Told = { text: string; about?: 'coupon' };

const DAY_IN_SECONDS = 24 * 60 * 60;
const kept = (name: string, maxAge?: number) => createCookie(name, { path: '/', sameSite: 'lax', httpOnly: true, maxAge });
const cookies = {
  cart: kept('guest_cart', 180 * DAY_IN_SECONDS),
  wishlist: kept('guest_wishlist', 180 * DAY_IN_SECONDS),
  coupon: kept('appliedCoupon', 30 * DAY_IN_SECONDS),
  told: kept('told'),
};

/** What the browser carries from visit to visit, read from its cookies; what is changed here goes back with the answer. */
export class Visit {
  cart: GuestCart = NO_GUEST_CART;
  wishlist: readonly string[] = [];
  couponCode: string | undefined;
  /** False when the browser sent no cart at all, not even an empty one: then what it kept elsewhere may be put back. */
  knowsCart = false;
  private told: Told[] = [];
  private toldBefore = '';
  private changed = new Set<'cart' | 'wishlist' | 'coupon'>();

  static async read(header: string | null): Promise<Visit> {
    const visit = new Visit();
    const [cart, wishlist, coupon, told] = await Promise.all([cookies.cart.parse(header), cookies.wishlist.parse(header), cookies.coupon.parse(header), cookies.told.parse(header)]);
    visit.knowsCart = typeof cart === 'string';
    visit.cart = parseGuestCart(cart);
    visit.wishlist = parseGuestWishlist(wishlist);
    if (typeof coupon === 'string' && coupon !== '' && coupon.length <= 100) visit.couponCode = normaliseCode(coupon);
    if (Array.isArray(told)) visit.told = told.filter(isTold).slice(0, 5);
    visit.toldBefore = JSON.stringify(visit.told);
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

  /** Applies a coupon's code, or drops it: after an order, when it stopped working, at sign-out (decision 12). */
  keepCoupon(code: string | undefined): void {
    this.couponCode = code;
    this.changed.add('coupon');
  }

  tell(told: Told): void {
    this.told.push(told);
  }

  /** Takes what is to be told, once: toasts, or what belongs to one thing. */
  takeTold(about?: Told['about']): string[] {
    const taken = this.told.filter((each) => each.about === about);
    this.told = this.told.filter((each) => each.about !== about);
    return taken.map((each) => each.text);
  }

  /** The Set-Cookie lines of what changed. A guest's empty cart stays as an empty cookie; a signed-in person keeps none. */
  async setCookies(shop: Shop): Promise<string[]> {
    const secure = shop.config.shopUrl.startsWith('https:');
    const drop = { secure, maxAge: 0 };
    const isGuest = shop.actor.kind === 'guest';
    const lines: Promise<string>[] = [];
    if (this.changed.has('cart')) lines.push(cookies.cart.serialize(serialiseGuestCart(this.cart), isGuest ? { secure } : drop));
    if (this.changed.has('wishlist')) lines.push(cookies.wishlist.serialize(serialiseGuestWishlist(this.wishlist), isGuest ? { secure } : drop));
    if (this.changed.has('coupon')) lines.push(cookies.coupon.serialize(this.couponCode ?? '', this.couponCode ? { secure } : drop));
    if (JSON.stringify(this.told) !== this.toldBefore) lines.push(cookies.told.serialize(this.told.slice(0, 5), this.told.length > 0 ? { secure } : drop));
    return Promise.all(lines);
  }
}

const isTold = (each: unknown): each is Told => typeof each === 'object' && each !== null && 'text' in each && typeof each.text === 'string' && each.text.length <= 300 && (!('about' in each) || each.about === 'coupon');

export const visitContext = createContext<Visit>();

/**
 * Reads the visit before every screen and sends back what changed. At the first request after a sign-in, by whatever
 * way, what the guest had comes along; a coupon's code of somebody signed out is dropped. Stands after `visitor`.
 */
export const visit: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const shop = context.get(shopContext);
  const visit = await Visit.read(request.headers.get('Cookie'));
  context.set(visitContext, visit);
  if ('userId' in shop.actor) await bringAlong(shop, visit, context.get(requestContext).id);
  else if (visit.couponCode) visit.keepCoupon(undefined);
  const response = await next();
  for (const line of await visit.setCookies(shop)) response.headers.append('Set-Cookie', line);
  return response;
};

/** Merge errors are logged only (S1 §4): the cookies stay, and the next request tries again. */
async function bringAlong(shop: Shop, visit: Visit, request: string): Promise<void> {
  if (!visit.knowsCart && visit.wishlist.length === 0) return;
  try {
    const merge = await mergeGuestCart(shop, visit.cart);
    await mergeGuestWishlist(shop, visit.wishlist);
    for (const text of mergeMessages(merge)) visit.tell({ text });
    visit.keepCart({ ...NO_GUEST_CART });
    visit.keepWishlist([]);
  } catch (error) {
    log.error({ err: error, request }, "a guest's cart did not come along");
  }
}

/** What the storefront's layout needs of the visit: the header's numbers, the offer, what to tell, and what the browser mirrors. */
export type VisitorThings = {
  cartCount: number;
  /** Ids of the pieces on the wishlist: the hearts on cards, and the number on the header's. */
  wished: string[];
  offer: { code: string; percentage: number } | undefined;
  told: string[];
  kept: { cart: readonly GuestLine[]; knowsCart: boolean; wishlist: readonly string[]; couponCode: string | null; isGuest: boolean };
};

/** Three small queries for somebody signed in, one for a guest. Takes what is to be told: call it in the layout's loader only. */
export async function visitorThings(shop: Shop, visit: Visit): Promise<VisitorThings> {
  const [pieces, wished, offer] = await Promise.all([cartCount(shop, visit.cart), wishedIds(shop, visit.wishlist), currentOffer(shop)]);
  return {
    cartCount: pieces,
    wished,
    offer: offer && { code: offer.code, percentage: offer.discountPercentage },
    told: visit.takeTold(),
    kept: { cart: visit.cart.lines, knowsCart: visit.knowsCart, wishlist: visit.wishlist, couponCode: visit.couponCode ?? null, isGuest: shop.actor.kind === 'guest' },
  };
}

/** Reads a button's post by its shape, and where to go back to; answers 400 for what no button of ours sends (T13). */
export async function readPost<Shape extends z.ZodType>(request: Request, shape: Shape): Promise<{ fields: z.output<Shape>; returnTo: string | undefined }> {
  const form = await request.formData();
  const returnTo = form.get('returnTo');
  form.delete('returnTo');
  const read = readFields(form, shape);
  if (!read.ok) throw data(null, { status: 400, statusText: 'Bad Request' });
  return { fields: read.value, returnTo: typeof returnTo === 'string' ? returnTo : undefined };
}

/** Answers a button's post: the outcome where a script asked; otherwise 303 back to the page, which tells it. */
export function answerPost<Outcome extends { message: string }>(request: Request, visit: Visit, outcome: Outcome, back: { returnTo: string | undefined; otherwise: string; about?: Told['about'] }): Outcome | Response {
  // The router's own script asks for data; a form without it asks for the address itself.
  if (new URL(request.url).pathname.endsWith('.data')) return outcome;
  if (outcome.message) visit.tell({ text: outcome.message, about: back.about });
  return redirect(safeReturn(back.returnTo, back.otherwise), 303);
}
