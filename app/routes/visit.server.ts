import { createContext, redirect, type MiddlewareFunction } from 'react-router';
import { z } from 'zod';
import { mergeGuestCart } from '#app/modules/cart/cart.server.ts';
import { NO_GUEST_CART, parseGuestCart, serialiseGuestCart, type GuestCart } from '#app/modules/cart/guest-cart.ts';
import { mergeMessages } from '#app/modules/cart/messages.ts';
import { normaliseCode } from '#app/modules/coupons/coupon.ts';
import { parseGuestWishlist, serialiseGuestWishlist } from '#app/modules/wishlist/guest-wishlist.ts';
import { mergeGuestWishlist } from '#app/modules/wishlist/wishlist.server.ts';
import { buttonFields } from '#app/platform/forms.ts';
import { log } from '#app/platform/log.server.ts';
import { requestContext, shopContext } from '#app/platform/request-context.server.ts';
import { safeReturn } from '#app/platform/safe-return.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import type { KeptThings } from '#app/ui/shop/keep-in-step.tsx';
import { keepCookie, readCookie } from './cookies.server.ts';

/** A sentence for the next page that is shown; without `about` it is a toast, with it the page puts it where it belongs. */
export type Told = { text: string; about?: 'coupon' };

const NAMES = { cart: 'guest_cart', wishlist: 'guest_wishlist', coupon: 'appliedCoupon', told: 'told' } as const;
const DAYS = { cart: 180, wishlist: 180, coupon: 30, told: 1 } as const;
const MAX_TOLD = 5;
/** Stands in a guest's cookie for a cart that was emptied: a browser that sends none at all may have lost one. */
const EMPTY = 'empty';

/** What the browser carries from visit to visit, read from its cookies; what is changed here goes back with the answer. */
export class Visit {
  cart: GuestCart = NO_GUEST_CART;
  wishlist: readonly string[] = [];
  couponCode: string | undefined;
  /** False when the browser sent no cart at all, not even an empty one: then what it kept elsewhere may be put back. */
  knowsCart = false;
  private told: Told[] = [];
  private taken: Told[] = [];
  private toldBefore = '';
  private changed = new Set<'cart' | 'wishlist' | 'coupon'>();

  static read(request: Request): Visit {
    const visit = new Visit();
    const cart = readCookie(request, NAMES.cart);
    const coupon = normaliseCode(readCookie(request, NAMES.coupon) ?? '');
    visit.knowsCart = cart !== undefined;
    visit.cart = parseGuestCart(cart);
    visit.wishlist = parseGuestWishlist(readCookie(request, NAMES.wishlist));
    if (coupon !== '' && coupon.length <= 100) visit.couponCode = coupon;
    visit.told = parseTold(readCookie(request, NAMES.told));
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

  /** Applies a coupon's code, or drops it: after an order, when it stopped working, at sign-out. */
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
    this.taken.push(...taken);
    return taken.map((each) => each.text);
  }

  /** Puts back what a screen took that is not shown after all. */
  tellAgain(): void {
    this.told = [...this.taken, ...this.told];
    this.taken = [];
  }

  /** The Set-Cookie lines of what changed. Only a guest keeps a cart and a wishlist here. */
  setCookies({ config, actor }: Shop): string[] {
    const isGuest = actor.kind === 'guest';
    const lines: string[] = [];
    const keep = (what: keyof typeof NAMES, value: string) =>
      lines.push(keepCookie(config, NAMES[what], value, DAYS[what]));
    if (this.changed.has('cart')) keep('cart', isGuest ? serialiseGuestCart(this.cart) || EMPTY : '');
    if (this.changed.has('wishlist')) keep('wishlist', isGuest ? serialiseGuestWishlist(this.wishlist) : '');
    if (this.changed.has('coupon')) keep('coupon', this.couponCode ?? '');
    if (JSON.stringify(this.told) !== this.toldBefore)
      keep('told', this.told.length > 0 ? JSON.stringify(this.told.slice(0, MAX_TOLD)) : '');
    return lines;
  }
}

const toldSchema = z
  .array(z.strictObject({ text: z.string().max(300), about: z.literal('coupon').optional() }))
  .max(MAX_TOLD);

/** What was told earlier and not shown yet; anything that isn't ours is nothing. */
function parseTold(text: string | undefined): Told[] {
  if (!text?.startsWith('[')) return [];
  try {
    return toldSchema.safeParse(JSON.parse(text)).data ?? [];
  } catch {
    return [];
  }
}

export const visitContext = createContext<Visit>();

/**
 * Reads the visit before every screen and sends back what changed. At the first request after a sign-in, by whatever
 * way, what the guest had comes along; a coupon's code of somebody signed out is dropped. Stands after `visitor`.
 */
export const visit: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const shop = context.get(shopContext);
  const visit = Visit.read(request);
  context.set(visitContext, visit);
  if ('userId' in shop.actor) await bringAlong(shop, visit, context.get(requestContext).id);
  else if (visit.couponCode) visit.keepCoupon(undefined);
  const response = await next();
  // One part of the page may have taken what is to be told, and another has sent the visitor on.
  if (isRedirect(response)) visit.tellAgain();
  for (const line of visit.setCookies(shop)) response.headers.append('Set-Cookie', line);
  return response;
};

/** The router's script is told of a redirect with status 202, as it could not follow one itself. */
const isRedirect = ({ status }: Response): boolean => (status >= 300 && status < 400) || status === 202;

/** Merge errors are logged only: the cookies stay, and the next request tries again. */
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

/** What `KeepInStep` mirrors and tells: for the loader of a layout, once a page, because what is told is told once. */
export function keptThings(shop: Shop, visit: Visit): { told: string[]; kept: KeptThings } {
  const { cart, knowsCart, wishlist, couponCode } = visit;
  return {
    told: visit.takeTold(),
    kept: {
      cart: cart.lines,
      knowsCart,
      wishlist,
      couponCode: couponCode ?? null,
      isGuest: shop.actor.kind === 'guest',
    },
  };
}

/** Reads a button's post by its shape, and where to go back to; answers 400 for what no button of ours sends (T13). */
export async function readPost<Schema extends z.ZodType>(
  request: Request,
  shape: Schema,
): Promise<{ fields: z.output<Schema>; returnTo: string | undefined }> {
  const form = await request.formData();
  const returnTo = form.get('returnTo');
  form.delete('returnTo');
  return { fields: buttonFields(form, shape), returnTo: typeof returnTo === 'string' ? returnTo : undefined };
}

/** Answers a button's post: the outcome where a script asked; otherwise 303 back to the page, which tells it. */
export function answerPost<Outcome extends { message: string }>(
  request: Request,
  visit: Visit,
  outcome: Outcome,
  back: { returnTo: string | undefined; otherwise: string; about?: Told['about'] },
): Outcome | Response {
  // The router's own script asks for data; a form without it asks for the address itself.
  if (new URL(request.url).pathname.endsWith('.data')) return outcome;
  if (outcome.message) visit.tell({ text: outcome.message, about: back.about });
  return redirect(safeReturn(back.returnTo, back.otherwise), 303);
}
