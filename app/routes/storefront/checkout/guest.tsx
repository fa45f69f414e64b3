import { Form, href, Link, redirect, useNavigation } from 'react-router';
import { guestBuyerSchema } from '#app/modules/identity/sign-in/password-forms.ts';
import { startGuestCheckout } from '#app/modules/identity/sign-in/guest-buyers.server.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { refuseForm } from '#app/routes/account/security/refuse-form.ts';
import { toBrand } from '#app/routes/brand.server.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import { pageMeta } from '#app/routes/page-meta.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { visitContext } from '#app/routes/visit.server.ts';
import { wholeStyleSheet } from '#app/routes/whole-style-sheet.ts';
import { Button } from '#app/ui/kit/button.tsx';
import { ErrorSummary } from '#app/ui/kit/error-summary.tsx';
import { Field } from '#app/ui/kit/field.tsx';
import { useShopForm } from '#app/ui/kit/use-form.ts';
import { CheckoutShell } from '#app/ui/layouts/checkout-shell.tsx';
import type { Route } from './+types/guest.ts';
import { CheckoutStep } from './checkout-step.tsx';

export const links = wholeStyleSheet;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Checkout',
    description: 'Buy without an account.',
    path: href('/checkout/guest'),
    hidden: true,
  });

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const settings = await getSettings(shop);
  if (shop.actor.kind !== 'guest' || !settings.guestCheckout) throw redirect(href('/checkout'), 303);
  if (context.get(visitContext).cart.lines.length === 0) throw redirect(href('/cart'), 303);
  return { brand: toBrand(shop, settings) };
}

const form = formOf<Route.ActionArgs>();

export const action = formAction(
  form({
    schema: guestBuyerSchema,
    run: (shop, buyer, { request }) => startGuestCheckout(shop, buyer, request.headers),
    done({ cookies }, _fields, { visit }) {
      visit.cookies = cookies;
      return href('/checkout');
    },
    refused: refuseForm,
  }),
);

export default function GuestCheckout({ loaderData: { brand } }: Route.ComponentProps) {
  const { field, summary } = useShopForm();
  const isSending = useNavigation().formMethod === 'POST';
  const toField = (name: keyof typeof guestBuyerSchema.shape) => ({ ...field(name), check: checkOf(name) });
  return (
    <CheckoutShell shopName={brand.shopName}>
      <main id="main" className="wrap">
        <div className="mx-auto max-w-(--container-form) py-8">
          <h1 className="page-title">Checkout</h1>
          <Form method="post" noValidate>
            <ErrorSummary {...summary} />
            <CheckoutStep id="contact">
              <Field label="Full name" {...toField('name')} autoComplete="name" required />
              <Field label="Email" {...toField('email')} type="email" autoComplete="email" required />
              <Field
                label="Phone"
                {...toField('phone')}
                inputMode="numeric"
                autoComplete="tel-national"
                required
                className="num"
              />
              <p className="field-hint">We email your order’s updates and its tracking link.</p>
            </CheckoutStep>
            <Button size="big" full busy={isSending}>
              Continue as guest
            </Button>
          </Form>
          <p className="meta mt-4 text-center">
            Have an account?{' '}
            <Link
              className="link font-semibold text-geru"
              to={`${href('/login')}?${new URLSearchParams({ returnTo: href('/checkout') })}`}
            >
              Sign In
            </Link>
          </p>
        </div>
      </main>
    </CheckoutShell>
  );
}

const checkOf = (name: keyof typeof guestBuyerSchema.shape) => (value: string) =>
  guestBuyerSchema.shape[name].safeParse(value).error?.issues[0]?.message;
