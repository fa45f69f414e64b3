import { useEffect, useRef, useState } from 'react';
import { Link, data, Form, useLocation, useNavigation, href } from 'react-router';
import { picturesByUrl } from '#app/modules/catalogue/media/find-pictures.server.ts';
import { parcelSchema } from '#app/modules/orders/orders/tracking-forms.ts';
import { TRACKING_MESSAGES } from '#app/modules/orders/orders/messages.ts';
import { trackOrder } from '#app/modules/orders/orders/tracking.server.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { promisedFinish } from '#app/modules/requests/requests/read-requests.server.ts';
import { findRefundStates } from '#app/modules/payments/payments/refunds.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import { type Visit, visitContext } from '#app/routes/visit.server.ts';
import { revalidateUnlessUnanswered } from '#app/routes/keep-form.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { pageMeta } from '#app/routes/page-meta.ts';
import { Button } from '#app/ui/kit/button.tsx';
import { Field, fieldId } from '#app/ui/kit/field.tsx';
import { keepTrackedOrder } from '#app/routes/storefront/tracked-order.server.ts';
import { useLastAnswer } from '#app/ui/kit/use-last-answer.ts';
import { wholeStyleSheet } from '#app/routes/whole-style-sheet.ts';
import type { Route } from './+types/track-order.ts';
import { Refusal, Result, type Searched } from './tracked-order.tsx';

export const links = wholeStyleSheet;

const MAX_NUMBER = 60;

export async function loader({ context, url }: Route.LoaderArgs) {
  const entered = (url.searchParams.get('order') ?? '').trim().toUpperCase().slice(0, MAX_NUMBER);
  if (entered === '') return { entered, searched: undefined };
  const shop = context.get(shopContext);
  const visit = context.get(visitContext);
  const tracked = await trackOrder(shop, { orderNumber: entered });
  if (tracked.ok) return { entered, searched: await showFound(shop, visit, tracked.value) };
  if (tracked.reason === 'too-many') visit.retryAfterSeconds = tracked.data.retryAfterSeconds;
  const { status, searched } = showRefused(tracked);
  return data({ entered, searched }, { status });
}

type Tracked = Awaited<ReturnType<typeof trackOrder>>;

function showRefused(refusal: Exclude<Tracked, { ok: true }>) {
  if (refusal.reason === 'not-found') return { status: 404, searched: { found: false, message: undefined } as const };
  const message = TRACKING_MESSAGES['too-many'](refusal.data.retryAfterSeconds);
  return { status: 429, searched: { found: false, message } as const };
}

async function showFound(shop: Shop, visit: Visit, found: Extract<Tracked, { ok: true }>['value']) {
  const [pictures, refunds, { promises }, promised] = await Promise.all([
    picturesByUrl(shop, found.parcel?.items.map((item) => item.image) ?? []),
    findRefundStates(shop, found.parcel ? [found.id] : []),
    getSettings(shop),
    promisedFinish(shop, found.id),
  ]);
  // Before shipping, a promised day replaces the usual duration.
  const readyFrom = ['pending', 'processing'].includes(found.status) ? promised : undefined;
  const tracking = readyFrom ? { ...found, estimatedDelivery: null } : found;
  if (!tracking.isSignedIn) visit.cookies = [await keepTrackedOrder(shop, tracking.id)];
  return {
    found: true,
    tracking,
    readyFrom,
    pictures: Object.fromEntries(pictures),
    promises,
    refund: refunds.get(tracking.id),
  } as const;
}

const form = formOf();

/** A post keeps the digits out of URLs. */
export const action = formAction(
  form({
    schema: parcelSchema,
    run: (shop, { order, phoneDigits }) => trackOrder(shop, { orderNumber: order.trim().toUpperCase(), phoneDigits }),
    done: async (tracked, _fields, { context, visit }) => ({
      searched: await showFound(context.get(shopContext), visit, tracked),
    }),
    invalid: () => ({ searched: { found: false }, status: 400 }),
    refused: showRefused,
  }),
);

export const shouldRevalidate = revalidateUnlessUnanswered;

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, {
    title: 'Track Order',
    description: 'Follow your order from the studio to your door with the number in your confirmation email.',
    path: href('/track-order'),
    hidden: loaderData?.searched !== undefined,
  });

export default function TrackOrder({ loaderData, actionData }: Route.ComponentProps) {
  const { entered, searched } = loaderData;
  const lastAnswer = useLastAnswer(actionData as { searched?: Searched } | undefined, entered);
  // Wrong digits get the same answer as a wrong order number. An order that was already found stays on the page.
  const refusedDigits = lastAnswer?.searched?.found === false ? lastAnswer.searched : undefined;
  const shown = searched?.found ? searched : (refusedDigits ?? searched);
  useFocusOnAnswer(
    actionData === undefined || !searched?.found ? 'result' : refusedDigits ? fieldId('phoneDigits') : 'where',
  );
  return (
    <div className="wrap">
      <div className="page-head pt-8 lg:pt-10">
        <h1 tabIndex={-1}>Track your order</h1>
      </div>
      <div className="grid gap-8 pb-16 lg:gap-10 lg:pb-24">
        <SearchForm key={entered} entered={entered} />
        {!shown ? (
          <p className="text-ink-2">
            Don’t have your order number?{' '}
            <Link className="link" to={href('/contact')}>
              Contact Support
            </Link>
          </p>
        ) : shown.found ? (
          <Result
            key={shown.tracking.id}
            {...shown}
            revealed={lastAnswer?.searched?.found ? lastAnswer.searched : undefined}
            refused={refusedDigits}
          />
        ) : (
          <Refusal message={shown.message} entered={entered} />
        )}
      </div>
    </div>
  );
}

function SearchForm({ entered }: { entered: string }) {
  const field = useRef<HTMLInputElement>(null);
  const [isBlank, setBlank] = useState(false);
  const look = () => setBlank(field.current?.value.trim() === '');
  useEffect(look, []);
  const navigation = useNavigation();
  const searching = navigation.location?.pathname === href('/track-order') && !navigation.formMethod?.match(/post/i);
  return (
    <Form method="get" className="track-form" preventScrollReset>
      <Field
        label="Order number"
        name="order"
        hint="In your confirmation email and under My Orders."
        ref={field}
        defaultValue={entered}
        onInput={look}
        maxLength={MAX_NUMBER}
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <Button busy={searching} disabled={isBlank}>
        Track Order
      </Button>
    </Form>
  );
}

function useFocusOnAnswer(id: string) {
  const { key } = useLocation();
  const answered = useRef(key);
  useEffect(() => {
    if (answered.current === key) return;
    answered.current = key;
    document.getElementById(id)?.focus();
  }, [key, id]);
}
