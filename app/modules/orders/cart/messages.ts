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
      return `The price of ${refusal.data.title} is told on request. Choose Request this piece.`;
    case 'choose-variant':
      return `${refusal.data.title} comes in several variants. Choose one on its page.`;
    case 'out-of-stock':
      return `${refusal.data.title} is out of stock`;
    case 'no-more': {
      const { title, available } = refusal.data;
      return `${onlyInStock(available)}, and your cart already has ${available === 1 ? 'it' : 'them'}: ${title}`;
    }
    case 'unanswered':
      return `${refusal.data.title} asks something of you first. Answer it on its page.`;
    case 'answers-too-long':
      return 'Your texts are longer than a cart keeps without an account. Sign in to go on, or shorten them.';
    case 'cart-full':
      return `A cart holds at most ${MAX_GUEST_LINES} different pieces. Sign in to keep more.`;
  }
}

export function addedMessage({ line: { title, quantity, answers }, lowered, replaced }: CartChange): string {
  const added = lowered ? `${onlyInStock(quantity)}: all of them are in your cart now` : `Added ${title} to your cart`;
  if (replaced) return `${added}. Your new answers stand in place of the earlier ones`;
  return quantity > 1 && Object.keys(answers).length > 0 ? `${added}. All ${quantity} are made alike` : added;
}

export const answeredMessage = ({ line: { title } }: CartChange): string => `Saved what you wrote for ${title}`;

export const onlyInStock = (available: number): string => `Only ${available} in stock`;

export function mergeMessages(merge: CartMerge): string[] {
  return [
    ...merge.lowered.map(({ title, available }) => `${onlyInStock(available)}: ${title} was lowered in your cart.`),
    ...merge.replaced.map(({ title }) => `What you wrote last for ${title} stands in your cart now.`),
    ...merge.skipped.map(({ title }) =>
      title
        ? `${title} is not available any more and was left out of your cart.`
        : 'A piece that is not available any more was left out of your cart.',
    ),
  ];
}
