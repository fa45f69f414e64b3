import { data, Form, redirect, useNavigation, href } from 'react-router';
import { done } from '#app/basics/result.ts';
import { formatSpan } from '#app/basics/duration.ts';
import { weekdayAndDay } from '#app/basics/india.ts';
import { formatRupees } from '#app/basics/money.ts';
import { UPLOAD_FAILED } from '#app/modules/catalogue/media/messages.ts';
import { picturesByUrl } from '#app/modules/catalogue/media/media.server.ts';
import { itemKey } from '#app/basics/item.ts';
import { isMadeForBuyer, itemOf, shortId } from '#app/modules/orders/orders/order.ts';
import { quantityField, returnSchema, readQuantities } from '#app/modules/orders/returns/forms.ts';
import {
  NOT_RETURNABLE,
  type ReturnRefusal,
  returnPhotoRefusal,
  returnRefusal,
} from '#app/modules/orders/returns/messages.ts';
import {
  MAX_RETURN_PHOTOS,
  mayWithdraw,
  RETURN_REASON_NAMES,
  RETURN_REASONS,
} from '#app/modules/orders/returns/return.ts';
import {
  askReturn,
  getReturnable,
  checkUploads,
  photosOf,
  removeReturnPhoto,
  returnsOf,
  uploadReturnPhoto,
} from '#app/modules/orders/returns/returns.server.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { readFields } from '#app/platform/forms.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { passRetryAfter, tooManyRequests } from '#app/routes/retry-after.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { takePictures } from '#app/routes/sent-pictures.server.ts';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { EmptyState } from '#app/ui/kit/empty-state.tsx';
import { ErrorSummary } from '#app/ui/kit/error-summary.tsx';
import { Field, FieldError, type FieldValues, RadioCard, Select, TextArea } from '#app/ui/kit/field.tsx';
import { type FieldOf, type FormAnswer, useShopForm } from '#app/ui/kit/use-form.ts';
import { Note } from '#app/ui/kit/note.tsx';
import { useHydrated } from '#app/ui/kit/use-hydrated.ts';
import { Personalization } from '#app/ui/shop/personalization.tsx';
import { LineItem } from '#app/ui/shop/line-item.tsx';
import { PrivatePictures, usePrivatePictures } from '#app/ui/shop/private-pictures.tsx';
import { pageMeta } from '#app/routes/page-meta.ts';
import { ReturnSection } from './return-section.tsx';
import { SentReturn } from './sent-return.tsx';
import { stayHere } from '#app/routes/stay-here.ts';
import type { Route } from './+types/return.ts';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Return or exchange',
    description: 'Ask to give a piece of an order back, or to exchange it.',
    path: href('/profile/orders'),
    hidden: true,
  });

export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const [returnable, { promises }] = await Promise.all([getReturnable(shop, params.id), getSettings(shop)]);
  const sent = await sentReturns(shop, params.id);
  if (!returnable.ok) return { returnable: undefined, sent, why: NOT_RETURNABLE[returnable.reason] };
  const { order, left, until, key, photos } = returnable.value;
  const pictures = await picturesByUrl(
    shop,
    order.items.map(({ image }) => image),
  );
  return {
    returnable: {
      orderId: order.id,
      until,
      key,
      photos,
      lines: order.items
        .map((item) => ({ ...item, id: itemKey(itemOf(item)), left: left[itemKey(itemOf(item))] ?? 0 }))
        .filter((item) => item.left > 0)
        .map((item) => ({
          id: item.id,
          field: quantityField(itemOf(item)),
          title: item.title,
          price: item.price,
          personalization: item.personalization,
          isMadeForBuyer: isMadeForBuyer(item),
          left: item.left,
          picture: pictures.get(item.image),
        })),
      reportWithinHours: promises.reportIssuesWithinHours,
    },
    sent,
    why: undefined,
  };
}

/** What was asked for and can be withdrawn, as it was sent. */
async function sentReturns(shop: Shop, orderId: string) {
  const requests = ((await returnsOf(shop, [orderId])).get(orderId) ?? []).filter(mayWithdraw);
  return Promise.all(
    requests.map(async (request) => {
      const images = request.lines.map(({ image }) => image);
      const [photos, pictures] = await Promise.all([photosOf(shop, request.id), picturesByUrl(shop, images)]);
      return { request, photos, pictures: Object.fromEntries(pictures) };
    }),
  );
}

/** The form without JavaScript carries its photos too. */
const ONLY_FIELDS_BYTES = 64 * 1024;

/** Asks for the return. What is wrong stands beside its field, with everything that was typed and sent kept. */
export async function action({ context, params: { id: orderId }, request }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  // Another's order isn't there, before anything that was sent is looked at.
  await getReturnable(shop, orderId);
  const isLarge = Number(request.headers.get('content-length') ?? Infinity) > ONLY_FIELDS_BYTES;
  const allowed = isLarge ? await checkUploads(shop) : done();
  if (!allowed.ok)
    return data({ errors: {}, photoError: UPLOAD_FAILED, formError: undefined, typed: {} }, tooManyRequests(allowed));
  const form = await request.formData();
  const photoError = await takePhotos(shop, form, orderId);
  const quantities = readQuantities(form);
  const read = readFields(form, returnSchema);
  const refuse = (init: number | ResponseInit, errors: Record<string, string>, formError?: string) =>
    data({ errors, formError, photoError, typed: { ...read.typed, ...quantities.typed } }, init);
  if (!read.ok) return refuse(400, { ...read.errors, ...(quantities.lines.length === 0 ? NOTHING_CHOSEN : {}) });
  if (photoError) return refuse(400, {});
  const asked = await askReturn(shop, { ...read.value, orderId, lines: quantities.lines });
  if (asked.ok) return redirect(`${href('/profile/orders')}#order-${orderId}`, 303);
  const message = returnRefusal(asked);
  if (asked.reason === 'too-many') return refuse(tooManyRequests(asked), {}, message);
  return isAboutLines(asked) ? refuse(409, { quantities: message }) : refuse(409, {}, message);
}

export const headers = passRetryAfter;

const NOTHING_CHOSEN = { quantities: returnRefusal({ ok: false, reason: 'nothing-chosen', data: undefined }) };
const isAboutLines = ({ reason }: ReturnRefusal): boolean =>
  reason === 'nothing-chosen' || reason === 'made-to-order' || reason === 'too-many-pieces';

const takePhotos = (shop: Shop, form: FormData, orderId: string) =>
  takePictures(form, {
    field: 'photos',
    most: MAX_RETURN_PHOTOS,
    add: async (bytes) => {
      const taken = await uploadReturnPhoto(shop, { orderId, bytes });
      return taken.ok ? undefined : returnPhotoRefusal(taken);
    },
    remove: (photoId) => removeReturnPhoto(shop, { orderId, photoId }),
  });

export const clientAction = stayHere();

export default function ReturnPage({
  loaderData: { returnable, sent, why },
  actionData,
  params,
}: Route.ComponentProps) {
  const open = sent.map((each) => <SentReturn key={each.request.id} {...each} />);
  if (!returnable && open.length > 0) return open;
  if (!returnable)
    return (
      <EmptyState
        title={why}
        action={<ButtonLink to={`${href('/profile/orders')}#order-${params.id}`}>Back to My Orders</ButtonLink>}
      >
        {null}
      </EmptyState>
    );
  return (
    <>
      <ReturnForm key={returnable.key} returnable={returnable} answer={actionData} />
      {open}
    </>
  );
}

function ReturnForm({
  returnable: { orderId, until, key, photos, lines, reportWithinHours },
  answer,
}: {
  returnable: Returnable;
  answer: (FormAnswer & { photoError?: string }) | undefined;
}) {
  const scripted = useHydrated();
  const place = {
    address: () => href('/profile/orders/:id/return/photos', { id: orderId }),
    src: (id: string) => href('/profile/orders/:id/return/photos/:photoId', { id: orderId, photoId: id }),
    most: MAX_RETURN_PHOTOS,
  };
  const uploads = usePrivatePictures(photos, place);
  const sending = useNavigation().formAction === href('/profile/orders/:id/return', { id: orderId });
  const { values, errors, field, summary } = useShopForm({
    ids: { quantities: `pieces-${lines[0]!.id}`, kind: 'return-kind' },
  });
  const [weekday, day] = weekdayAndDay(until);
  return (
    <ReturnSection
      orderId={orderId}
      title="Return or exchange"
      about={
        <>
          Order #{shortId(orderId)}, until {weekday}, {day}. Please report damage within{' '}
          {formatSpan(reportWithinHours, 'hour')} of delivery.
        </>
      }
    >
      <Form method="post" encType="multipart/form-data" className="grid gap-6">
        <input type="hidden" name="key" value={key} />
        <ErrorSummary {...summary} />
        <ReturnLines lines={lines} values={values} error={errors.quantities} />
        <ReturnKind isExchange={values.kind === 'exchange'} field={field} error={errors.kind} />
        <Select label="Reason" {...field('reason')}>
          <option value="">Choose a reason</option>
          {RETURN_REASON_NAMES.map((reason) => (
            <option key={reason} value={reason}>
              {RETURN_REASONS[reason].label}
            </option>
          ))}
        </Select>
        <TextArea
          label="Details"
          {...field('details')}
          optional
          rows={4}
          maxLength={2000}
          hint="What is wrong, and where we can see it in the photos."
        />
        <PrivatePictures
          state={uploads}
          place={place}
          legend="Photos"
          name="photos"
          noun="Photo"
          scripted={scripted}
          error={answer?.photoError}
        />
        <Note icon="truck">
          Return shipping is yours to pay, unless the piece is defective or damaged, or the wrong one was sent.
        </Note>
        <div>
          <Button busy={sending} reason={uploads.isUploading ? 'Waiting for the photos' : undefined}>
            Send request
          </Button>
        </div>
      </Form>
    </ReturnSection>
  );
}

type Returnable = NonNullable<Route.ComponentProps['loaderData']['returnable']>;

function ReturnLines({
  lines,
  values,
  error,
}: Pick<Returnable, 'lines'> & { values: FieldValues; error: string | undefined }) {
  return (
    <fieldset className="field" aria-describedby={error ? 'pieces-error' : undefined}>
      <legend className="field-label mb-2">What comes back</legend>
      <ul className="order-lines p-0">
        {lines.map((line) => (
          <LineItem
            key={line.id}
            picture={line.picture}
            title={line.title}
            end={
              <select
                id={`pieces-${line.id}`}
                className="input w-24"
                name={line.field}
                aria-label={`How many of ${line.title}`}
                defaultValue={values[line.field] ?? (lines.length === 1 ? String(line.left) : '0')}
              >
                {Array.from({ length: line.left + 1 }, (_, count) => (
                  <option key={count} value={count}>
                    {count === 0 ? 'None' : count}
                  </option>
                ))}
              </select>
            }
          >
            <b>{line.title}</b>
            <span className="meta num" translate="no">
              {formatRupees(line.price)}
              {line.left > 1 ? ' each' : null}
            </span>
            <Personalization answers={line.personalization} />
            {line.isMadeForBuyer ? (
              <span className="meta block">Made for you alone: comes back only if something is wrong with it.</span>
            ) : null}
          </LineItem>
        ))}
      </ul>
      {error ? <FieldError id="pieces-error">{error}</FieldError> : null}
    </fieldset>
  );
}

function ReturnKind({ isExchange, field, error }: { isExchange: boolean; field: FieldOf; error: string | undefined }) {
  return (
    <fieldset className="field" id="return-kind" aria-describedby={error ? 'kind-error' : undefined}>
      <legend className="field-label mb-2">What would you like</legend>
      <div className="grid gap-2">
        <RadioCard
          name="kind"
          value="return"
          label="Return"
          detail="The money goes back to your original payment method."
          defaultChecked={!isExchange}
        />
        <RadioCard
          name="kind"
          value="exchange"
          label="Exchange"
          detail="For a piece of equal or higher value. You pay the difference, if any."
          defaultChecked={isExchange}
        >
          <Field label="Which piece would you like instead" {...field('exchangeFor')} maxLength={300} />
        </RadioCard>
      </div>
      {error ? <FieldError id="kind-error">{error}</FieldError> : null}
    </fieldset>
  );
}
