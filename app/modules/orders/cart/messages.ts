import type { CartChange, CartMerge, CartRefusal } from './cart.ts';
import { MAX_GUEST_LINES } from './guest-cart.ts';

export const cartErrors = {
  add: 'Failed to add item to cart',
  update: 'Failed to update cart',
  remove: 'Failed to remove item from cart',
  clear: 'Failed to clear cart',
} as const;

export function cartMessage(refusal: CartRefusal): string {
  switch (refusal.reason) {
    case 'made-to-order':
      return `${refusal.data.title} is painted to order. Choose Customize & Order.`;
    case 'price-on-request':
      return `The price of ${refusal.data.title} is on request. Choose Request this piece.`;
    case 'choose-variant':
      return `${refusal.data.title} has several variants. Choose one on its page.`;
    case 'out-of-stock':
      return `${refusal.data.title} is out of stock`;
    case 'no-more': {
      const { title, available } = refusal.data;
      return `${onlyInStock(available)}, and your cart already has ${available === 1 ? 'it' : 'them'}: ${title}`;
    }
    case 'unanswered':
      return `${refusal.data.title} needs some details first. Enter them on its page.`;
    case 'answers-too-long':
      return 'Your text is too long to save without an account. Sign in or shorten it.';
    case 'cart-full':
      return `You can add at most ${MAX_GUEST_LINES} different pieces. Sign in to add more.`;
  }
}

export function addedMessage({ line: { title, quantity, answers }, lowered, replaced }: CartChange): string {
  const added = lowered ? `${onlyInStock(quantity)}. We added all of them to your cart` : `Added ${title} to your cart`;
  if (replaced) return `${added}. Your new answers replace the earlier ones`;
  return quantity > 1 && Object.keys(answers).length > 0
    ? `${added}. All ${quantity} will be made the same way`
    : added;
}

export const answeredMessage = ({ line: { title } }: CartChange): string => `Saved your details for ${title}`;

export const onlyInStock = (available: number): string => `Only ${available} in stock`;

export function mergeMessages(merge: CartMerge): string[] {
  return [
    ...merge.lowered.map(
      ({ title, available }) => `Only ${available} left of ${title}. We’ve changed the quantity in your cart.`,
    ),
    ...merge.replaced.map(({ title }) => `Your cart now has your latest details for ${title}.`),
    ...merge.skipped.map(({ title }) =>
      title
        ? `${title} is no longer available. We removed it from your cart.`
        : 'A piece is no longer available. We removed it from your cart.',
    ),
  ];
}
