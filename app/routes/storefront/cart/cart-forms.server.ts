import { href } from 'react-router';
import { z } from 'zod';
import { clearCart, setQuantity } from '#app/modules/orders/cart/cart.server.ts';
import { quantitySchema } from '#app/modules/orders/cart/forms.ts';
import { NO_GUEST_CART } from '#app/modules/orders/cart/guest-cart.ts';
import { cartMessage, onlyInStock } from '#app/modules/orders/cart/messages.ts';
import { codeSchema } from '#app/modules/orders/coupons/forms.ts';
import { formOf } from '#app/routes/form-action.server.ts';
import { changeCoupon } from './change-coupon.server.ts';

const form = formOf();
const back = () => href('/cart');

const couponForm = (intent: 'apply-coupon' | 'remove-coupon') =>
  form({
    schema: z.strictObject({ couponCode: codeSchema.default('') }),
    run: (shop, { couponCode }, { visit }) => changeCoupon(shop, visit, { intent, couponCode }),
    done: (message = '') => ({ ok: message === '', message }),
    refused: {},
    back,
    about: 'coupon',
  });

export const cartForms = {
  /** Quantity 0 removes the item and returns it for Undo. */
  quantity: form({
    schema: quantitySchema,
    async run(shop, { lineId, quantity, step }, { visit }) {
      const changed = await setQuantity(shop, visit.cart, lineId, quantity + step);
      if (changed.ok) visit.keepCart(changed.value.guest);
      return changed;
    },
    done({ line, lowered }, { quantity, step }) {
      if (quantity + step <= 0) return { ok: true, message: 'Removed.', removed: line };
      return { ok: true, ...(lowered && { toast: { text: `${onlyInStock(line.quantity)}: ${line.title}` } }) };
    },
    refused: (refusal) => ({ toast: { text: cartMessage(refusal), tone: 'alert' } }),
    back,
  }),
  clear: form({
    async run(shop, _fields, { visit }) {
      if (shop.actor.kind === 'guest') visit.keepCart({ ...NO_GUEST_CART });
      else await clearCart(shop);
      visit.keepCoupon(undefined);
    },
    done: () => ({ ok: true }),
    refused: {},
    back,
  }),
  'apply-coupon': couponForm('apply-coupon'),
  'remove-coupon': couponForm('remove-coupon'),
};
