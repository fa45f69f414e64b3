import { useEffect, useState } from 'react';
import { redirect, type ShouldRevalidateFunctionArgs, useNavigate, useNavigation, useSubmit, href } from 'react-router';
import type { Order } from '#app/modules/orders/orders/order.ts';
import { COUPON_PROBLEM } from '#app/modules/orders/coupons/messages.ts';
import { ORDER_MESSAGES } from '#app/modules/orders/orders/messages.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { signedIn } from '#app/platform/shop.server.ts';
import { visitContext } from '#app/routes/visit.server.ts';
import { CheckoutShell } from '#app/ui/layouts/checkout-shell.tsx';
import { useHydrated } from '#app/ui/kit/use-hydrated.ts';
import { useLastAnswer } from '#app/ui/kit/use-last-answer.ts';
import { pageMeta } from '#app/routes/page-meta.ts';
import type { PaymentOption } from '#app/routes/storefront/payment/methods.ts';
import { PaymentWindow } from '#app/routes/storefront/payment/payment-window.tsx';
import { wholeStyleSheet } from '#app/routes/whole-style-sheet.ts';
import type { Route } from './+types/checkout.ts';
import { TYPED_COUPON } from '#app/ui/shop/coupon-fields.tsx';
import { CheckedReference } from './checked-reference.tsx';
import { ClosedShop } from './closed-shop.tsx';
import { isPayOnline } from './checkout-form.ts';
import { takeCheckout } from './checkout-forms.server.ts';
import { type Answer, type CheckoutData, FORM } from './open-checkout.ts';
import { readCheckout } from './checkout-cases.server.ts';
import { EmptyCheckout } from './empty-checkout.tsx';
import { PartPayment } from './part-payment.tsx';
import { OpenForm } from './open-form.tsx';
import { deleteTyped } from './restore-typed.ts';
import { revalidateUnlessUnanswered } from '#app/routes/keep-form.ts';
import { PendingOrder } from './pending-order.tsx';

export const links = wholeStyleSheet;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Checkout',
    description: 'Where your order goes and how it is paid.',
    path: href('/checkout'),
    hidden: true,
  });

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  // The order to pay belongs to an account, so the guest must sign in.
  const isNamed = url.searchParams.has('payment');
  if (shop.actor.kind === 'guest' && !isNamed && (await getSettings(shop)).guestCheckout)
    throw redirect(href('/checkout/guest'), 303);
  signedIn(shop);
  return readCheckout(shop, context.get(visitContext), url, request.headers.get('user-agent'));
}

export const action = takeCheckout;

const NOT_ORDERED =
  'Your order has not been placed yet, because you are no longer signed in. Sign in in another tab, then complete your order here; everything you typed is kept.';

/** Revalidates after refusals too, except when the shop was unreachable. */
export const shouldRevalidate = ({ formData, currentUrl, nextUrl, ...args }: ShouldRevalidateFunctionArgs) =>
  revalidateUnlessUnanswered(args) &&
  !isPayOnline(formData?.get('intent')) &&
  // A successful QR code does not revalidate, because that could fail offline. A new address in the URL does.
  !(formData?.get('intent') === 'show-qr' && args.actionStatus === 200 && currentUrl.href === nextUrl.href);

function withFailureText(answer: Answer | undefined): Answer | undefined {
  if (!answer?.failure) return answer;
  const isPlacing = [undefined, 'place-order'].includes(answer.typed.intent);
  if (answer.failure === 'signed-out') return isPlacing ? { ...answer, formError: NOT_ORDERED } : answer;
  return answer.typed.intent === 'apply-coupon'
    ? { ...answer, formError: undefined, errors: { couponCode: COUPON_PROBLEM } }
    : { ...answer, formError: ORDER_MESSAGES.failed };
}

const leaveFor = ({ id, advance }: Pick<Order, 'id' | 'advance'>) =>
  advance === null ? href('/checkout') : href('/profile/orders/:id/pay', { id });

export default function Checkout({ loaderData: checkout, actionData }: Route.ComponentProps) {
  const { brand, payee, waiting, options } = checkout;
  const { shopName } = brand;
  const open = checkout.kind === 'open' ? checkout.open : undefined;
  const navigation = useNavigation();
  const isSending = navigation.formMethod === 'POST';
  const isPlacing = navigation.formData?.get('online') === 'yes';
  const answer = withFailureText(useLastAnswer(actionData as Answer | undefined, open?.key, isSending && !isPlacing));
  useEffect(() => {
    if (!open) deleteTyped();
  }, [open]);
  const hydrated = useHydrated();
  const navigate = useNavigate();
  const submit = useSubmit();
  const [isChoosing, setChoosing] = useState(false);
  // The fields to correct are on the page, so a refusal closes the window.
  useEffect(() => setChoosing(Boolean(answer?.paying)), [answer]);
  // When the window closes, the focus returns to its button, which may be far from the error.
  useEffect(() => {
    if (!isChoosing) document.querySelector<HTMLElement>('.error-summary')?.focus();
  }, [isChoosing]);

  const place = (option: PaymentOption) => {
    const form = document.getElementById(FORM);
    if (!(form instanceof HTMLFormElement)) return;
    const fields = new FormData(form);
    fields.set('paymentMethod', option.method);
    fields.set('paymentReferenceId', '');
    fields.delete(TYPED_COUPON);
    fields.set('online', 'yes');
    // The form includes its PIN code, so that the QR code already has the charge for this address.
    void submit(fields, { method: 'post', preventScrollReset: true });
  };
  const isPaying = waiting?.isNamed && checkout.kind !== 'late' && waiting.payment.stage !== 'over';
  const opens = hydrated && options.length > 0 && (isPaying || (isChoosing && open !== undefined));
  return (
    <CheckoutShell shopName={shopName}>
      <CheckoutCase checkout={checkout} answer={answer} onPayOnline={() => setChoosing(true)} />
      {opens ? (
        <PaymentWindow
          {...{ shopName, payee, options, place }}
          orderNumber={isPaying ? waiting.order.orderNumber : open!.orderNumber}
          amount={isPaying ? waiting.payment.amount : open!.totals.total}
          waiting={isPaying ? waiting : undefined}
          placing={isPlacing}
          onClose={() => {
            setChoosing(false);
            if (waiting?.isNamed) void navigate(leaveFor(waiting.order), { replace: true, preventScrollReset: true });
          }}
        />
      ) : null}
    </CheckoutShell>
  );
}

function CheckoutCase({
  checkout,
  answer,
  onPayOnline,
}: {
  checkout: CheckoutData;
  answer: Answer | undefined;
  onPayOnline: () => void;
}) {
  switch (checkout.kind) {
    case 'late':
      return <CheckedReference {...checkout} />;
    case 'open':
      return <OpenForm key={checkout.open.key} {...{ checkout, answer, onPayOnline }} />;
    case 'part':
      return <PartPayment waiting={checkout.waiting} />;
    case 'waiting':
      return <PendingOrder {...checkout} answer={answer} />;
    case 'closed':
      return <ClosedShop {...checkout} />;
    case 'empty':
      return <EmptyCheckout checkout={checkout} answer={answer} />;
  }
}
