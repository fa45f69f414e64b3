import { mergeGuestCart } from '#app/modules/cart/cart.server.ts';
import { parseGuestCart } from '#app/modules/cart/guest-cart.ts';
import { mergeMessages } from '#app/modules/cart/messages.ts';
import { parseGuestWishlist } from '#app/modules/wishlist/guest-wishlist.ts';
import { mergeGuestWishlist } from '#app/modules/wishlist/wishlist.server.ts';
import { log } from '#app/platform/log.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { dropCookie, readCookie } from '#app/routes/cookies.server.ts';

/**
 * Takes a guest's cart and wishlist over to the person who just signed in (S1 §4, decision 13). Answers what became
 * otherwise, in words, and the cookies that drop what was taken over. What can't be taken over now stays in its cookie,
 * is logged only, and stands in nobody's way.
 */
export async function bringAlong(shop: Shop, request: Request): Promise<{ messages: string[]; cookies: string[] }> {
  const cart = parseGuestCart(readCookie(request, 'guest_cart'));
  const wishes = parseGuestWishlist(readCookie(request, 'guest_wishlist'));
  const [cartMerge, wishMerge] = await Promise.allSettled([mergeGuestCart(shop, cart), mergeGuestWishlist(shop, wishes)]);
  for (const merge of [cartMerge, wishMerge]) if (merge.status === 'rejected') log.error({ err: merge.reason }, 'what a guest had could not be taken over');
  return {
    messages: cartMerge.status === 'fulfilled' ? mergeMessages(cartMerge.value) : [],
    cookies: [...(cartMerge.status === 'fulfilled' ? [dropCookie(shop.config, 'guest_cart')] : []), ...(wishMerge.status === 'fulfilled' ? [dropCookie(shop.config, 'guest_wishlist')] : [])],
  };
}
