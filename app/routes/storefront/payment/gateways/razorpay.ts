import type { OpenCheckout } from '#app/routes/storefront/payment/gateway-checkout.ts';

const SCRIPT = 'https://checkout.razorpay.com/v1/checkout.js';
const LOADS_WITHIN_MS = 15_000;

type Answer = { razorpay_order_id: string; razorpay_payment_id: string; razorpay_signature: string };
type Checkout = new (options: Record<string, unknown>) => { open(): void };
declare global {
  interface Window {
    Razorpay?: Checkout;
  }
}

async function loadScript(): Promise<Checkout> {
  if (window.Razorpay) return window.Razorpay;
  const script = document.createElement('script');
  script.src = SCRIPT;
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('late')), LOADS_WITHIN_MS);
    script.addEventListener('load', () => (clearTimeout(timer), resolve()));
    script.addEventListener('error', () => (clearTimeout(timer), reject(new Error('not reached'))));
    document.head.append(script);
  }).catch((problem: unknown) => {
    script.remove();
    throw problem;
  });
  if (!window.Razorpay) throw new Error('not what was asked for');
  return window.Razorpay;
}

export const openCheckout: OpenCheckout = async (payment, opened) => {
  const Razorpay = await loadScript();
  return new Promise((resolve) => {
    const { person } = payment;
    new Razorpay({
      key: payment.key,
      order_id: payment.providerOrderId,
      amount: payment.amount,
      currency: 'INR',
      name: payment.shopName,
      description: `Order ${payment.orderNumber}`,
      prefill: { name: person.name, email: person.email, contact: person.phone },
      theme: { color: getComputedStyle(document.documentElement).getPropertyValue('--color-geru') },
      handler: (answer: Answer) =>
        resolve({
          providerOrderId: answer.razorpay_order_id,
          paymentId: answer.razorpay_payment_id,
          signature: answer.razorpay_signature,
        }),
      modal: { ondismiss: () => resolve(undefined), confirm_close: true },
    }).open();
    opened();
  });
};
