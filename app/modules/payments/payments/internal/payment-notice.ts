import { href } from 'react-router';
import { formatRupees, type Paise } from '#app/basics/money.ts';
import type { Notice } from '#app/platform/mail/email.ts';

export const paymentNotice = (
  order: { id: string; orderNumber: string; customerName: string },
  amount: Paise,
  reference: string,
): Notice & { occasion: string } => ({
  kind: 'payment',
  path: href('/admin/orders/:id', { id: order.id }),
  detail: `${order.orderNumber}, ${order.customerName}, ${formatRupees(amount)}`,
  occasion: `payment:${order.id}:${reference}`,
});
