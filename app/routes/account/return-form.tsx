import { Form, useNavigation, href } from 'react-router';
import { formatSpan } from '#app/basics/duration.ts';
import { weekdayAndDay } from '#app/basics/india.ts';
import { formatRupees } from '#app/basics/money.ts';
import { shortId } from '#app/modules/orders/orders/order.ts';
import { MAX_RETURN_PHOTOS, RETURN_REASON_NAMES, RETURN_REASONS } from '#app/modules/orders/returns/return.ts';
import { Button } from '#app/ui/kit/button.tsx';
import { ErrorSummary } from '#app/ui/kit/error-summary.tsx';
import { Field, FieldError, type FieldValues, RadioCard, Select, TextArea } from '#app/ui/kit/field.tsx';
import { type FieldOf, type FormAnswer, useShopForm } from '#app/ui/kit/use-form.ts';
import { Note } from '#app/ui/kit/note.tsx';
import { useHydrated } from '#app/ui/kit/use-hydrated.ts';
import { Personalization } from '#app/ui/shop/personalization.tsx';
import { LineItem } from '#app/ui/shop/line-item.tsx';
import { PrivatePictures, usePrivatePictures } from '#app/ui/shop/private-pictures.tsx';
import { ReturnSection } from './return-section.tsx';
import type { Route } from './+types/return.ts';

export function ReturnForm({
  returnable: { orderId, orderNumber, until, key, photos, lines, reportWithinHours },
  answer,
}: {
  returnable: Returnable;
  answer: (FormAnswer & { photoError?: string }) | undefined;
}) {
  const scripted = useHydrated();
  const place = {
    address: () => href('/profile/orders/:id/return/photos/:photoId?', { id: orderId }),
    src: (id: string) => href('/profile/orders/:id/return/photos/:photoId?', { id: orderId, photoId: id }),
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
      summary={
        <>
          Order {orderNumber} (#{shortId(orderId)}), until {weekday}, {day}. Please report damage within{' '}
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
          hint="Tell us what’s wrong. Photos help."
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
        <Note icon="truck">You pay return shipping, unless the piece is faulty, damaged or the wrong one.</Note>
        <div>
          <Button busy={sending} reason={uploads.isUploading ? 'Uploading photos…' : undefined}>
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
      <legend className="field-label mb-2">Which piece?</legend>
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
              <span className="meta block">Made for you: returnable only if something is wrong with it.</span>
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
      <legend className="field-label mb-2">Refund or exchange?</legend>
      <div className="grid gap-2">
        <RadioCard
          name="kind"
          value="return"
          label="Return"
          detail="We refund your original payment method."
          defaultChecked={!isExchange}
        />
        <RadioCard
          name="kind"
          value="exchange"
          label="Exchange"
          detail="For a piece of equal or higher value. You pay the difference, if any."
          defaultChecked={isExchange}
        >
          <Field label="Which piece would you like instead?" {...field('exchangeFor')} maxLength={300} />
        </RadioCard>
      </div>
      {error ? <FieldError id="kind-error">{error}</FieldError> : null}
    </fieldset>
  );
}
