import { count, sql } from 'drizzle-orm';
import { paise, sum, type Paise } from '#app/basics/money.ts';
import { uuidFrom } from '#app/basics/uuid-from.server.ts';
import { importedArtworkId } from '#app/modules/catalogue/product-import/product-import.server.ts';
import { findReferenceOwners, type ImportedPayment, sumPayments } from '#app/modules/orders/ledger/ledger.server.ts';
import { readAmount } from '#app/modules/operations/data-import/cells.ts';
import { type MoveReport, TableCounter } from '#app/modules/operations/data-import/report.ts';
import {
  isPaymentMethod,
  orderSchema,
  paymentOrderSchema,
  paymentSchema,
  readRow,
} from '#app/modules/operations/data-import/rows.ts';
import type { Source, SourceRow } from '#app/modules/operations/data-import/source.ts';
import { type ImportedOrder, importOrders } from '#app/modules/orders/orders/orders.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { normaliseReference } from '#app/modules/payments/payments/payment.ts';
import { paiseOf } from '#app/platform/database/columns.server.ts';
import type { ImportOutcome, ImportOutcomes } from '#app/platform/database/import-rows.server.ts';
import { readableCodeOf } from '#app/platform/readable-code.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { movedId, moveTable } from './move-table.server.ts';
import type { People } from './people.server.ts';

type ReadPayment = {
  row: SourceRow;
  id: string;
  payment: Omit<ImportedPayment, 'reference'>;
  reference: string | null;
};

export async function moveOrders(
  shop: Shop,
  source: Source,
  report: MoveReport,
  {
    people,
    pictures,
    madeToOrder,
  }: { people: People; pictures: ReadonlyMap<string, string>; madeToOrder: ReadonlySet<string> },
): Promise<void> {
  const payments = readPayments(source);
  const gatewayIds = readGatewayIds(source);
  const takeReference = await referenceTaker(shop, source, payments.byOrder, gatewayIds);
  const made: { orderId: string; amount: Paise }[] = [];
  const { outcomes, refused } = await moveTable(shop, source, report, {
    table: 'orders',
    schema: orderSchema,
    importAll: importOrders,
    toRow: (order) => {
      const owner = people.ownerOf(order.user_id);
      if (owner === 'refused') return { reason: 'Its person was refused: correct that row first' };
      const id = movedId('orders', order.id);
      const userId = owner === 'absent' ? null : owner.userId;
      const customer = userId === null ? undefined : people.nameOf(userId);
      const paid: { payment: Omit<ImportedPayment, 'reference'>; reference: string | null }[] =
        payments.byOrder.get(id) ?? [];
      const isPaid = order.payment_status === 'confirmed' || order.payment_status === 'refunded';
      // The former backend ignored errors when it stored a payment.
      const missing = isPaid && !paid.some(({ payment }) => payment.status === 'success');
      if (missing) made.push({ orderId: id, amount: order.total });
      const all = missing ? [...paid, madePayment(id, order.total, order.created_at)] : paid;
      const otherReferences: string[] = [];
      const withReferences = all.map(({ payment, reference }) => {
        const written = reference ?? order.payment_reference_id ?? gatewayIds.get(id) ?? null;
        const uniqueReference = takeReference(payment.id, written);
        if (written !== null && uniqueReference !== normaliseReference(written)) otherReferences.push(written);
        return { ...payment, reference: uniqueReference };
      });
      const method = order.payment_method;
      const shipping = order.shipping_address;
      const customerName = order.customer_name ?? (shipping?.name || customer?.name || 'Unknown');
      const customerEmail = order.customer_email ?? (shipping?.email || customer?.email || '');
      const row: ImportedOrder = {
        id,
        userId,
        items: order.items.map(({ artwork_id, image, ...item }) => {
          const artworkId = importedArtworkId(artwork_id);
          return {
            artwork_id: artworkId,
            ...item,
            image: pictures.get(image) ?? image,
            ...(madeToOrder.has(artworkId) && { made_to_order: true as const }),
          };
        }),
        subtotal: order.subtotal,
        discountAmount: order.discount_amount,
        couponCode: order.coupon_code,
        shippingCost: order.shipping_cost,
        gstAmount: order.gst_amount,
        total: order.total,
        shippingAddress: {
          street: '',
          city: '',
          state: '',
          zipCode: '',
          country: 'India',
          phone: '',
          ...shipping,
          name: shipping?.name || customerName,
          email: shipping?.email || customerEmail,
        },
        paymentMethod: isPaymentMethod(method) ? method : 'manual',
        paymentStatus: order.payment_status,
        status: order.status,
        customerName,
        customerEmail,
        createdAt: order.created_at,
        updatedAt: order.updated_at ?? order.created_at,
        payments: withReferences,
        note: [
          isPaymentMethod(method) || method === null ? '' : `Paid there by ${method}`,
          otherReferences.length > 0 ? `Payment reference there: ${otherReferences.join(', ')}` : '',
        ]
          .filter(Boolean)
          .join('. '),
      };
      return userId === null && order.user_id !== null
        ? { row, note: 'Its person is not in any file or was deleted there, so it belongs to no account' }
        : { row };
    },
  });
  await reportOrderTotal(shop, source, report, { outcomes, refused });
  await reportPayments(shop, source, report, { payments, outcomes });
  const isHere = ({ orderId }: { orderId: string }) =>
    outcomes.get(orderId) && outcomes.get(orderId)!.outcome !== 'refused';
  const writtenPayments = made.filter(isHere);
  report.paymentsMade = { count: writtenPayments.length, amount: sum(writtenPayments.map(({ amount }) => amount)) };
}

const madePayment = (orderId: string, amount: Paise, createdAt: Date) => ({
  payment: { id: uuidFrom(`payment of order\n${orderId}`), amount, status: 'success' as const, createdAt },
  reference: null,
});

function readPayments(source: Source) {
  const byOrder = new Map<string, ReadPayment[]>();
  const broken: { row: SourceRow; reason: string }[] = [];
  const seen = new Map<string, SourceRow>();
  for (const row of source.tables.get('payments') ?? []) {
    const read = readRow(paymentSchema, row);
    if (!read.ok) {
      broken.push({ row, reason: read.data });
      continue;
    }
    const { id: sourceId, order_id, amount, status, reference_id: reference, created_at: createdAt } = read.value;
    const id = movedId('payments', sourceId);
    const twin = seen.get(id);
    if (twin) {
      broken.push({ row, reason: `Line ${twin.line} is the same` });
      continue;
    }
    seen.set(id, row);
    const orderId = movedId('orders', order_id);
    const ofOrder = byOrder.get(orderId) ?? [];
    if (ofOrder.length === 0) byOrder.set(orderId, ofOrder);
    ofOrder.push({ row, id, payment: { id, amount, status, createdAt }, reference });
  }
  for (const ofOrder of byOrder.values())
    ofOrder.sort((a, b) => a.payment.createdAt.getTime() - b.payment.createdAt.getTime() || (a.id < b.id ? -1 : 1));
  return { byOrder, broken };
}

function readGatewayIds(source: Source): Map<string, string> {
  const rows = (source.tables.get('payment_orders') ?? []).map((row) => readRow(paymentOrderSchema, row));
  return new Map(
    rows.flatMap((read): [string, string][] =>
      read.ok && read.value.payment_id !== null
        ? [[movedId('orders', read.value.order_id), read.value.payment_id]]
        : [],
    ),
  );
}

/** Duplicates are numbered in file order, so that a repeated import gives the same numbers. */
async function referenceTaker(
  shop: Shop,
  source: Source,
  byOrder: ReadonlyMap<string, ReadPayment[]>,
  gatewayIds: ReadonlyMap<string, string>,
) {
  const ownReferences = (source.tables.get('orders') ?? []).map(({ cells }) => cells.payment_reference_id);
  const written = [
    ...[...byOrder.values()].flat().map(({ reference }) => reference),
    ...ownReferences,
    ...gatewayIds.values(),
  ].flatMap((reference) => normaliseReference(reference ?? '') ?? []);
  const owners = await findReferenceOwners(shop, [...new Set(written)]);
  return (paymentId: string, typed: string | null): string => {
    const reference = typed === null ? undefined : normaliseReference(typed);
    const owner = reference === undefined ? undefined : owners.get(reference);
    if (reference === undefined || (owner !== undefined && owner !== paymentId))
      return `MOVED-${readableCodeOf(`moved payment\n${paymentId}`, 12)}`;
    owners.set(reference, paymentId);
    return reference;
  };
}

type Outcomes = { outcomes: ImportOutcomes };

/** The total of orders in the files must equal the total of imported and refused orders. */
async function reportOrderTotal(
  shop: Shop,
  source: Source,
  report: MoveReport,
  { outcomes, refused }: Outcomes & { refused: readonly SourceRow[] },
): Promise<void> {
  const amountOf = ({ cells }: SourceRow): Paise => readAmount(cells.total ?? '') ?? paise(0);
  const rows = source.tables.get('orders') ?? [];
  const taken = [...outcomes].flatMap(([id, { outcome }]) => (outcome === 'refused' ? [] : [id]));
  // Not filtered by owner: sums all imported orders.
  const [written] = await shop.database
    .select({ count: count(), total: paiseOf(sql`sum(${orders.total})`) })
    .from(orders)
    .where(sql`${orders.id} = any(${sql.param(taken)}::uuid[])`);
  report.totals.push({
    of: 'orders',
    count: { read: rows.length, refused: refused.length, written: written!.count },
    amount: { read: sum(rows.map(amountOf)), refused: sum(refused.map(amountOf)), written: written!.total },
  });
}

async function reportPayments(
  shop: Shop,
  source: Source,
  report: MoveReport,
  { payments: { byOrder, broken }, outcomes }: Outcomes & { payments: ReturnType<typeof readPayments> },
): Promise<void> {
  const counter = new TableCounter('payments');
  const refused: SourceRow[] = [];
  const note = (row: SourceRow, outcome: ImportOutcome) => {
    if (outcome.outcome === 'refused') refused.push(row);
    const reason = outcome.outcome === 'refused' ? outcome.reason : '';
    counter.note({ line: row.line, id: row.cells.id ?? 'without an id' }, outcome.outcome, reason);
  };
  for (const { row, reason } of broken) note(row, { outcome: 'refused', reason });
  const all = [...byOrder].flatMap(([orderId, ofOrder]) => ofOrder.map((payment) => ({ ...payment, orderId })));
  const here = await sumPayments(
    shop,
    all.map(({ id }) => id),
  );
  const there = new Set(here.ids);
  for (const { row, id, orderId } of all) {
    const order = outcomes.get(orderId);
    if (there.has(id)) note(row, { outcome: order?.outcome === 'added' ? 'added' : 'unchanged' });
    else if (!order) note(row, { outcome: 'refused', reason: 'Its order is not in any file, or was refused' });
    else if (order.outcome === 'refused') note(row, { outcome: 'refused', reason: 'Its order was refused' });
    else note(row, { outcome: 'refused', reason: 'Its order already existed here: add this payment to it by hand' });
  }
  const amountOf = ({ cells }: SourceRow): Paise => readAmount(cells.amount ?? '') ?? paise(0);
  const rows = source.tables.get('payments') ?? [];
  report.tables.push(counter.report, gatewayReport(source, outcomes));
  report.totals.push({
    of: 'payments',
    count: { read: rows.length, refused: refused.length, written: here.ids.length },
    amount: { read: sum(rows.map(amountOf)), refused: sum(refused.map(amountOf)), written: here.amount },
  });
}

/** The shop would ask gateways about their payments, so imported payments never belong to a gateway. */
function gatewayReport(source: Source, outcomes: ImportOutcomes) {
  const counter = new TableCounter('payment_orders');
  for (const row of source.tables.get('payment_orders') ?? []) {
    const read = readRow(paymentOrderSchema, row);
    const id = row.cells.id ?? row.cells.order_id ?? 'without an id';
    const order = read.ok ? outcomes.get(movedId('orders', read.value.order_id)) : undefined;
    if (!read.ok) counter.note({ line: row.line, id }, 'refused', read.data);
    else if (!order || order.outcome === 'refused')
      counter.note({ line: row.line, id }, 'refused', 'Its order does not exist in this shop');
    else counter.note({ line: row.line, id }, order.outcome === 'added' ? 'added' : 'unchanged');
  }
  return counter.report;
}
