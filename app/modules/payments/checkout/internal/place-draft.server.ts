import { eq, inArray } from 'drizzle-orm';
import type { ShippingAddress } from '#app/basics/address.ts';
import { NOTHING, type Paise } from '#app/basics/money.ts';
import { done, type Refused, refused, type Result } from '#app/basics/result.ts';
import { findVerifiedAccount } from '#app/modules/identity/accounts/find-account.server.ts';
import { takeStock } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { shownMedium } from '#app/modules/catalogue/artworks/medium.ts';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import { itemKey } from '#app/basics/item.ts';
import { summariesOfItems } from '#app/modules/catalogue/artworks/variants.server.ts';
import {
  checkTypedAnswers,
  personalize,
  type PersonalizationField,
} from '#app/modules/catalogue/artworks/personalization.ts';
import {
  type DraftAnswers,
  draftAnswerField,
  type DraftLine,
  type DraftOrder,
} from '#app/modules/payments/checkout/draft-order.ts';
import type { DraftRefusal } from '#app/modules/payments/checkout/messages.ts';
import { toFirm } from '#app/modules/payments/checkout/firm.ts';
import type { Order, OrderItem } from '#app/modules/orders/orders/order.ts';
import { newOrderNumber, orders } from '#app/modules/orders/orders/tables.server.ts';
import { normaliseReference } from '#app/modules/payments/payments/payment.ts';
import { recordPayment } from '#app/modules/orders/ledger/ledger.server.ts';
import {
  type ArtworkGst,
  currentGst,
  gstInCart,
  lineTotal,
  price,
  type Totals,
} from '#app/modules/orders/pricing/pricing.ts';
import { interstateRefusal } from '#app/modules/store/settings/interstate.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import type { Settings } from '#app/modules/store/settings/settings.ts';
import { audit } from '#app/platform/audit/audit.server.ts';
import { adminOnly, isOwner, type Shop } from '#app/platform/shop.server.ts';
import { allOrNothing } from '#app/platform/all-or-nothing.server.ts';
import { createOrder, issueFirstInvoice, toOrder, transition } from '#app/modules/orders/orders/orders.server.ts';
import { toPersonalization } from './cart-lines.server.ts';

type DraftQuote = {
  lines: {
    artworkId: string;
    variantId: string | null;
    title: string;
    price: Paise;
    quantity: number;
    lineTotal: Paise;
    available: number;
    isFabric: boolean;
    image: string;
    gst: ArtworkGst;
    fields: PersonalizationField[];
  }[];
  totals: Totals;
  includedGst: Paise | undefined;
  discountTooLarge: boolean;
};

/** `sawPayment`: the owner saw the UPI payment arrive. */
type Draft = Omit<DraftOrder, keyof ShippingAddress> & ShippingAddress & { sawPayment?: boolean };
type AlreadyPlaced = Refused<'already-placed', { order: Order }>;
type Terms = { discount: Paise; handedOver: boolean; zipCode?: string; isCash?: boolean };

/** Calculates the prices of a draft, without deleted artworks. Admins only. */
export async function quoteDraft(shop: Shop, lines: readonly DraftLine[], terms: Terms): Promise<DraftQuote> {
  adminOnly(shop);
  return priceLines(await readLines(shop, lines), terms, await getSettings(shop));
}

/** Places an order, once per key. Cash, and UPI payments that the owner saw arrive, count as paid. Admins only. */
export async function placeDraft(
  shop: Shop,
  {
    lines,
    discount,
    answers = {},
    ...form
  }: Draft & { lines: readonly DraftLine[]; discount: Paise; answers?: DraftAnswers },
): Promise<Result<Order, DraftRefusal>> {
  adminOnly(shop);
  const {
    key,
    account,
    handedOver,
    method,
    reference: typed,
    sawPayment,
    note,
    seenTotal,
    warnedState,
    firmName,
    firmGstin,
    parcelFor,
    ...shippingAddress
  } = form;
  const asksReference = method === 'upi' || method === 'manual';
  const takesNone = sawPayment === true && typed.trim() === '';
  const reference = asksReference ? normaliseReference(typed) : undefined;
  if (asksReference && !takesNone && reference === undefined) return refused('reference-too-short');
  const verification = (method === 'cash' || sawPayment) && isOwner(shop) ? 'matched' : 'unverified';
  const settings = await getSettings(shop);
  const made = await allOrNothing<Order, DraftRefusal | AlreadyPlaced>(shop, async (shop, refuse) => {
    const earlier = await placedBefore(shop, key);
    if (earlier) return earlier;
    if (lines.length === 0) return refuse(refused('no-lines'));
    const customer = account === '' ? undefined : await findVerifiedAccount(shop, account);
    if (account !== '' && !customer) return refuse(refused('no-account'));
    const userId = customer?.userId ?? null;
    const taken = await takeStock(shop, lines);
    if (!taken.ok) return refuse(taken);
    const drafted = await readLines(shop, lines);
    const { state } = shippingAddress;
    const goods = drafted.map((line) => currentGst(settings, line.gst));
    const barred = state === warnedState || handedOver === 'on' ? undefined : interstateRefusal(settings, state, goods);
    if (barred) return refuse(barred);
    const wrong = findWrongAnswer(drafted, answers);
    if (wrong) return refuse(refused('wrong-answer', wrong));
    const terms = {
      discount,
      handedOver: handedOver === 'on',
      zipCode: shippingAddress.zipCode,
      isCash: method === 'cod',
    };
    const { totals, discountTooLarge } = priceLines(drafted, terms, settings);
    if (discountTooLarge) return refuse(refused('discount-too-large'));
    if (totals.total !== seenTotal) return refuse(refused('total-changed', { total: totals.total }));

    const orderNumber = newOrderNumber(key);
    const paidWith =
      method === 'cash' ? `CASH-${orderNumber}` : asksReference && takesNone ? `UPI-${orderNumber}` : reference;
    const written = await createOrder(shop, {
      orderNumber,
      userId,
      items: drafted.map((line) => ({
        ...itemOf(line),
        ...currentGst(settings, line.gst),
        ...toPersonalization(personalize(line.fields, answers[itemKey(line)] ?? {})),
      })),
      totals,
      shippingAddress,
      firm: toFirm({ firmName, firmGstin, parcelFor: handedOver ? undefined : parcelFor, state }),
      payment: {
        method: method === 'cash' ? 'manual' : method,
        isClaimed: method !== 'cod',
        reference: paidWith ?? null,
        verification,
      },
      draftKey: key,
      handedOver: terms.handedOver,
      reason: note === '' ? 'Entered by hand' : `Entered by hand: ${note}`,
    });
    if (!written) {
      const raced = await placedBefore(shop, key);
      if (!raced) throw new Error(`order number ${orderNumber} is another order's`);
      return refuse(refused('already-placed', { order: raced }));
    }
    if (paidWith !== undefined) {
      const source = method === 'cash' ? 'cash' : 'reference';
      const payment = { source, reference: paidWith, amount: written.total, verification } as const;
      const recorded = await recordPayment(shop, { ...payment, orderId: written.id, customerId: userId });
      if (!recorded.ok) return refuse(recorded);
    }
    await issueFirstInvoice(shop, written, settings);
    await audit(shop, {
      action: 'order.make',
      table: 'orders',
      id: written.id,
      after: { orderNumber: written.orderNumber, total: written.total, method },
    });
    if (!terms.handedOver) return toOrder(written);
    return toOrder((await transition(shop, written, { type: 'deliver', reason: 'Handed over in person' })).value);
  });
  return !made.ok && made.reason === 'already-placed' ? done(made.data.order) : made;
}

async function placedBefore(shop: Shop, key: string): Promise<Order | undefined> {
  const [row] = await shop.database.select().from(orders).where(eq(orders.draftKey, key));
  return row && toOrder(row);
}

async function readLines(shop: Shop, lines: readonly DraftLine[]): Promise<DraftQuote['lines']> {
  if (lines.length === 0) return [];
  const rows = await shop.database
    .select()
    .from(artworks)
    .where(
      inArray(
        artworks.id,
        lines.map((line) => line.artworkId),
      ),
    );
  const artworksById = new Map(rows.map((row) => [row.id, row]));
  // The variants are read after locking, so that they cannot change.
  const summaries = await summariesOfItems(shop, lines);
  return lines.flatMap((line) => {
    const { artworkId, variantId, quantity } = line;
    const row = artworksById.get(artworkId);
    const item = summaries.get(itemKey(line));
    if (!row || !item || item.price === null || item.hasVariants) return [];
    const { title, price, stockCount } = item;
    return [
      {
        artworkId,
        variantId: variantId ?? null,
        title,
        price,
        quantity,
        lineTotal: lineTotal({ price, quantity }),
        available: row.status === 'published' ? stockCount : 0,
        isFabric: row.medium === 'fabric',
        image: row.images[row.mainImageIndex] ?? row.images[0]!,
        gst: { medium: shownMedium(row), gstRate: row.gstRate, hsn: row.hsn },
        fields: row.personalizationFields,
      },
    ];
  });
}

function priceLines(
  lines: DraftQuote['lines'],
  { discount, handedOver, zipCode, isCash }: Terms,
  settings: Settings,
): DraftQuote {
  const destination = zipCode ? { zipCode } : undefined;
  const codCharge = isCash ? settings.cashOnDelivery.charge : NOTHING;
  const costs = { lines, handedOver, codCharge, settings, destination };
  const undiscounted = price(costs);
  const discountTooLarge = discount > undiscounted.subtotal;
  const totals = discountTooLarge ? undiscounted : price({ ...costs, discount });
  return { lines, totals, includedGst: gstInCart(settings, { lines, totals }), discountTooLarge };
}

/** Checks only the given answers, because a draft may omit required ones. */
function findWrongAnswer(lines: DraftQuote['lines'], answers: DraftAnswers) {
  for (const line of lines) {
    const optional = line.fields.map((field) => ({ ...field, required: false }));
    const [wrong] = Object.entries(checkTypedAnswers(optional, answers[itemKey(line)] ?? {}).errors);
    if (wrong) return { field: draftAnswerField(itemKey(line), wrong[0]), error: wrong[1] };
  }
  return undefined;
}

const itemOf = (line: DraftQuote['lines'][number]): OrderItem => ({
  artwork_id: line.artworkId,
  ...(line.variantId !== null && { variant_id: line.variantId }),
  title: line.title,
  price: line.price,
  quantity: line.quantity,
  image: line.image,
});
