import { DISMISSED_OFFER_COOKIE, parseCookieChoice } from '#app/basics/guest-cookies.ts';
import { formatDay } from '#app/basics/india.ts';
import { cartCount } from '#app/modules/orders/cart/cart.server.ts';
import { wishedIds } from '#app/modules/catalogue/wishlist/wishlist.server.ts';
import { isSignedOut, type Shop } from '#app/platform/shop.server.ts';
import { readCookie } from '#app/routes/cookies.server.ts';
import type { Visit } from '#app/routes/visit.server.ts';
import type { VisitorState } from '#app/ui/shop/use-visitor-state.ts';

/** Also removes the flash messages that it returns. */
export async function getVisitorState(shop: Shop, visit: Visit, request: Request): Promise<VisitorState> {
  const [items, wished, dismissedOffer, choiceText] = await Promise.all([
    cartCount(shop, visit.cart),
    wishedIds(shop, visit.wishlist),
    readCookie(shop, request, DISMISSED_OFFER_COOKIE),
    readCookie(shop, request, 'cookie_choice'),
  ]);
  const { actor } = shop;
  const choice = parseCookieChoice(choiceText);
  return {
    visitor:
      'userId' in actor && !isSignedOut(shop)
        ? {
            id: actor.userId,
            name: actor.name || actor.email,
            isAdmin: actor.kind === 'admin',
            deletionDay: actor.deletionDueAt && formatDay(actor.deletionDueAt),
          }
        : undefined,
    cartCount: items,
    wished,
    flash: visit.takeFlash(),
    cookieChoice: choice && { letters: choice.letters, chosenOn: choice.chosenAt && formatDay(choice.chosenAt) },
    dismissedOffer,
    guest: {
      // The answers are only in their own cookie.
      cart: visit.cart.lines.map(({ answers: _answers, ...line }) => line),
      knowsCart: visit.knowsCart,
      wishlist: visit.wishlist,
      couponCode: visit.couponCode ?? null,
    },
  };
}
