import { useEffect, useRef } from 'react';
import { Form, href, useNavigation } from 'react-router';
import { formatRupees, paise, type Paise } from '#app/basics/money.ts';
import { type OrderItem, shortId } from '#app/modules/orders/orders/order.ts';
import { awaitsConfirmation } from '#app/modules/orders/orders/order-payment.ts';
import { totalRows } from '#app/modules/orders/pricing/total-rows.ts';
import {
  type ChangedTotals,
  MAX_NOTE,
  quantityField,
  removeField,
} from '#app/modules/payments/checkout/order-change.ts';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { ErrorSummary } from '#app/ui/kit/error-summary.tsx';
import { Checkbox, Field, FieldError, type FieldValues, TextArea } from '#app/ui/kit/field.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { QuantityPicker } from '#app/ui/kit/quantity.tsx';
import { type FormAnswer, useShopForm } from '#app/ui/kit/use-form.ts';
import { GiftFields } from '#app/ui/shop/gift-fields.tsx';
import { LineItem } from '#app/ui/shop/line-item.tsx';
import { Personalization } from '#app/ui/shop/personalization.tsx';
import { PostalFields } from '#app/ui/shop/postal-fields.tsx';
import { TotalRows } from '#app/ui/shop/total-rows.tsx';
import type { Route } from './+types/change-order.ts';
import { untilWhen } from './order-card.tsx';
import { ReturnSection } from './return-section.tsx';

type Loaded = Route.ComponentProps['loaderData'];
const SUMMARY = 'new-total';
const ITEMS = 'items';

export function ChangeForm({
  order,
  seen,
  until,
  received,
  pictures,
  answer,
}: Loaded & { answer: (FormAnswer & { preview?: ChangedTotals }) | undefined }) {
  const { name, phone, street, city, state, zipCode } = order.shippingAddress;
  const { values, errors, field, tick, summary } = useShopForm({
    known: {
      name,
      phone,
      street,
      city,
      state,
      zipCode,
      seen,
      note: order.customerNote,
      gift: order.giftNote === null ? undefined : 'yes',
      giftNote: order.giftNote ?? '',
      seenTotal: String(order.total),
      seenDiscount: String(order.discountAmount),
    },
    ids: { items: ITEMS },
  });
  const isSending = useNavigation().formMethod === 'POST';
  const preview = answer?.preview;
  const isGift = order.giftNote !== null;
  return (
    <ReturnSection
      orderId={order.id}
      title="Change order"
      summary={`Order ${order.orderNumber} (#${shortId(order.id)}), until ${untilWhen(order, until)} or until it ships.`}
    >
      <Form method="post" action={`#${SUMMARY}`} className="grid gap-6" noValidate>
        {['seen', 'seenTotal', 'seenDiscount'].map((hidden) => (
          <input key={hidden} type="hidden" name={hidden} value={values[hidden] ?? ''} />
        ))}
        <ErrorSummary {...summary} />
        <ItemList items={order.items} pictures={pictures} values={values} error={errors.items} />
        <fieldset className="grid gap-4">
          <legend className="field-label mb-2">Delivery</legend>
          <Field label={isGift ? 'Recipient’s name' : 'Full name'} {...field('name')} autoComplete="name" required />
          <Field
            label="Phone"
            {...field('phone')}
            type="text"
            inputMode="numeric"
            autoComplete="tel-national"
            required
            className="num"
          />
          <PostalFields field={field} required />
        </fieldset>
        {isGift ? <GiftFields field={field} tick={tick} /> : null}
        <TextArea label="Note" {...field('note')} optional rows={3} maxLength={MAX_NOTE} />
        {preview ? <NewTotal {...preview} order={order} received={received} /> : null}
        <div className="flex flex-wrap gap-3">
          <Button busy={isSending}>{preview ? 'Confirm changes' : 'Save changes'}</Button>
          <ButtonLink look="secondary" to={`${href('/profile/orders')}#order-${order.id}`}>
            Cancel
          </ButtonLink>
        </div>
      </Form>
    </ReturnSection>
  );
}

function ItemList({
  items,
  pictures,
  values,
  error,
}: {
  items: Loaded['order']['items'];
  pictures: Loaded['pictures'];
  values: FieldValues;
  error: string | undefined;
}) {
  const isOnly = items.length === 1;
  return (
    <fieldset className="field" id={ITEMS} tabIndex={-1} aria-describedby={error ? `${ITEMS}-error` : undefined}>
      <legend className="field-label mb-2">Pieces</legend>
      <ul className="order-lines p-0">
        {items.map((item) => (
          <LineItem
            key={quantityField(item)}
            picture={pictures[item.image]}
            title={item.title}
            end={
              <b className="num" translate="no">
                {formatRupees(item.lineTotal)}
              </b>
            }
          >
            <b>{item.title}</b>
            <Personalization answers={item.personalization} />
            <span className="meta num" translate="no">
              {item.quantity > 1 ? `${formatRupees(item.price)} each` : 'Qty 1'}
            </span>
            <ItemControls item={item} isOnly={isOnly} values={values} />
          </LineItem>
        ))}
      </ul>
      {error ? <FieldError id={`${ITEMS}-error`}>{error}</FieldError> : null}
    </fieldset>
  );
}

function ItemControls({ item, isOnly, values }: { item: OrderItem; isOnly: boolean; values: FieldValues }) {
  const typed = Number(values[quantityField(item)]);
  if (isOnly && item.quantity === 1) return null;
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-4">
      {item.quantity > 1 ? (
        <QuantityPicker
          name={quantityField(item)}
          label={`Quantity of ${item.title}`}
          most={item.quantity}
          begins={typed >= 1 && typed <= item.quantity ? typed : item.quantity}
        />
      ) : null}
      {isOnly ? null : (
        <Checkbox
          label={
            <>
              Remove<span className="sr-only"> {item.title}</span>
            </>
          }
          name={removeField(item)}
          value="yes"
          defaultChecked={values[removeField(item)] === 'yes'}
        />
      )}
    </div>
  );
}

function NewTotal({
  before,
  totals,
  droppedCoupon,
  order,
  received,
}: ChangedTotals & { order: Loaded['order']; received: Paise }) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), [totals]);
  return (
    <section
      id={SUMMARY}
      ref={box}
      tabIndex={-1}
      className="panel grid gap-2 p-panel"
      aria-labelledby={`${SUMMARY}-title`}
    >
      <h3 id={`${SUMMARY}-title`} className="font-semibold">
        Check the new total
      </h3>
      {droppedCoupon === null ? null : (
        <Note tone="alert">
          Coupon {droppedCoupon} no longer applies. You lose its discount of {formatRupees(before.discountAmount)}.
        </Note>
      )}
      <TotalRows rows={totalRows(totals)} was={totals.total === before.total ? undefined : before.total} />
      <p className="meta">{settlementText(order, totals.total, received)}</p>
    </section>
  );
}

function settlementText(order: Loaded['order'], newTotal: Paise, received: Paise): string {
  if (order.paymentMethod === 'cod') return 'You pay the new total on delivery.';
  const isClaimed = received === 0 && awaitsConfirmation(order);
  const paid = isClaimed ? order.total : received;
  if (paid === 0) return 'You pay the new total.';
  const difference = formatRupees(paise(Math.abs(newTotal - paid)));
  if (newTotal > paid) return `You pay ${difference} more. We’ll email you how.`;
  if (newTotal === paid) return 'Nothing more to pay.';
  return isClaimed ? `We’ll refund ${difference} once we find your payment.` : `We’ll refund ${difference}.`;
}
