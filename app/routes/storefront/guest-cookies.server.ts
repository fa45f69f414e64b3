import { parseGuestCart, type GuestCart } from '#app/modules/cart/guest-cart.ts';
import { parseGuestWishlist } from '#app/modules/wishlist/guest-wishlist.ts';

/** The value of one cookie of a request, decoded; undefined when it isn't there or can't be decoded. */
export function cookieOf(request: Request, name: string): string | undefined {
  const found = (request.headers.get('cookie') ?? '').split(/;\s*/).find((pair) => pair.startsWith(`${name}=`));
  if (!found) return undefined;
  const value = found.slice(name.length + 1);
  return /%(?![0-9a-f]{2})/i.test(value) ? value : decodeURIComponent(value);
}

/** What a guest has put into the cart, as the browser keeps it (S1 §9). */
export const guestCartIn = (request: Request): GuestCart => parseGuestCart(cookieOf(request, 'guest_cart'));

/** What a guest has put on the wishlist, as the browser keeps it. */
export const guestWishlistIn = (request: Request): string[] => parseGuestWishlist(cookieOf(request, 'guest_wishlist'));
