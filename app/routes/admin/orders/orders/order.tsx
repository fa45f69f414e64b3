import { useEffect, useState } from 'react';
import { Link, useFetcher, useOutletContext, useSearchParams, href } from 'react-router';
import { formatMoment } from '#app/basics/india.ts';
import { balanceOfOrder } from '#app/modules/orders/ledger/ledger.server.ts';
import { NOTHING } from '#app/basics/money.ts';
import { picturesByUrl } from '#app/modules/catalogue/media/find-pictures.server.ts';
import { momentOfOrder } from '#app/modules/orders/orders/whatsapp-texts.ts';
import { messagesAbout } from '#app/modules/messaging/messages/messages.server.ts';
import { ordersWithInvoice } from '#app/modules/payments/invoice-documents/invoice-documents.server.ts';
import { REQUEST_ANSWERS } from '#app/modules/requests/requests/messages.ts';
import { shortId } from '#app/modules/orders/orders/order.ts';
import {
  getOrder,
  findOrderHistory,
  findOrderNotes,
  findShipments,
  readVersion,
} from '#app/modules/orders/orders/orders.server.ts';
import { gstWithin } from '#app/modules/orders/orders/gst-within.ts';
import { findDocuments } from '#app/modules/orders/invoices/invoice-list.server.ts';
import { paymentsAndRefunds, findRefundStates } from '#app/modules/payments/payments/refunds.server.ts';
import { isTooLateToCredit, toFinancialYear } from '#app/modules/orders/invoices/paper.ts';
import { ewayBillReason, interstateRule } from '#app/modules/store/settings/interstate.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { formAction } from '#app/routes/form-action.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { digestSeen } from '#app/platform/digest-seen.server.ts';
import { isOwner } from '#app/platform/shop.server.ts';
import { CustomerLink } from '#app/routes/admin/shared/customer-link.tsx';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { EMAILED, REFUND_DONE } from '#app/routes/admin/shared/labels.ts';
import { listSearchWith, pickListSearch } from '#app/routes/admin/shared/list-search.ts';
import type { LiveOutlet } from '#app/routes/admin/shared/live-outlet.ts';
import { Done } from '#app/routes/admin/shared/done.tsx';
import { OrderName } from '#app/routes/admin/shared/order-name.tsx';
import { Counted, Part } from '#app/routes/admin/shared/part.tsx';
import { WhatsAppMessage } from '#app/routes/admin/shared/whatsapp-message.tsx';
import { draftWhatsApp } from '#app/routes/admin/messaging/whatsapp/draft.server.ts';
import { Accordion } from '#app/ui/kit/accordion.tsx';
import { Dialog } from '#app/ui/kit/dialog.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { GiftNote } from '#app/ui/shop/gift-note.tsx';
import { ignoreLiveUpdates } from '#app/routes/ignore-live-updates.ts';
import type { Route } from './+types/order.ts';
import { OrderAddress } from './address.tsx';
import { CallToConfirm, ReturnToSender } from './cash.tsx';
import { orderForms } from './forms.server.ts';
import { CustomerChanges, MessagesWritten, OrderHistory } from './history.tsx';
import { OrderPapers } from './issued-papers.tsx';
import { OrderItems } from './items.tsx';
import { nextStep } from './next-step.ts';
import { NextStepForm } from './next-step-form.tsx';
import { OrderNotes } from './notes.tsx';
import { claimedSum, OrderPayment } from './payment.tsx';
import { ON_THE_WAY, OrderShipments, ParcelLines } from './shipments.tsx';
import { statusForm, verificationForm } from './status-forms.server.ts';
import { StatusForm } from './status-form.tsx';
import type { loader as versionLoader } from './version.ts';
import { whatsAppFactsOf } from './whatsapp-facts.ts';

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  adminMeta(loaderData ? `Order ${loaderData.order.orderNumber} #${shortId(loaderData.order.id)}` : 'Order')({
    matches,
  });

export async function loader({ context, params: { id }, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const version = await readVersion(shop, id);
  const [order, history, shipments, notes, messages, money, settings, papers, invoiced, balance, refunds] =
    await Promise.all([
      getOrder(shop, id),
      findOrderHistory(shop, id),
      findShipments(shop, id),
      findOrderNotes(shop, id),
      messagesAbout(shop, { orderId: id }),
      isOwner(shop) ? paymentsAndRefunds(shop, id) : null,
      getSettings(shop),
      findDocuments(shop, [id]),
      ordersWithInvoice(shop, [id]),
      balanceOfOrder(shop, id),
      isOwner(shop) ? findRefundStates(shop, [id]) : null,
    ]);
  const pictures = await picturesByUrl(
    shop,
    order.items.map((item) => item.image),
  );
  const refund = refunds?.get(order.id);
  // Shows a refund only while the customer must name a bank account.
  const refundOwed = refund?.asksDestination ? refund.owed : NOTHING;
  return {
    order,
    seenAddress: digestSeen(order.shippingAddress),
    version,
    history,
    shipments,
    notes,
    messages,
    money,
    balance,
    papers: papers.get(order.id) ?? [],
    includedGst: gstWithin(order, { seller: settings.seller, documents: papers.get(order.id) }),
    creditIsLate: (papers.get(order.id) ?? []).some(
      ({ kind, issuedAt }) => kind === 'tax-invoice' && isTooLateToCredit(toFinancialYear(issuedAt), shop.now),
    ),
    hasInvoice: invoiced.has(order.id),
    interstate: order.handedOver ? undefined : interstateRule(settings, order.shippingAddress.state, order.items),
    ewayBill: ewayBillReason(settings, { ...order, state: order.shippingAddress.state }),
    isOwner: isOwner(shop),
    whatsApp: await draftWhatsApp(shop, request, {
      phone: order.shippingAddress.phone,
      moment: momentOfOrder(order, refundOwed > 0),
      facts: whatsAppFactsOf(order, {
        shopName: settings.shopName,
        shopUrl: shop.config.shopUrl,
        parcels: shipments.filter(({ step }) => step === 'shipped').map(({ description }) => description),
        balance,
        refundOwed,
      }),
    }),
    maySend: shop.config.smtpUrl !== undefined,
    formKey: crypto.randomUUID(),
    lines: order.items.map((item) => ({ ...item, picture: pictures.get(item.image) })),
  };
}

export const action = formAction({ ...orderForms, status: statusForm, verification: verificationForm });

/** Live updates do not change the document while someone reads it. “Show” reloads it. */
export const shouldRevalidate = ignoreLiveUpdates;

export default function OrderSheet({ loaderData }: Route.ComponentProps) {
  const { order, version, history, shipments, notes, messages, money, papers, isOwner, whatsApp, maySend, formKey } =
    loaderData;
  const [search] = useSearchParams();
  const listSearch = pickListSearch(search);
  const step = nextStep(order, loaderData.balance, isOwner);
  const opened = search.get('open');
  const here = href('/admin/orders/:id', { id: order.id });
  return (
    <Dialog
      open
      drawer
      closeTo={`${href('/admin/orders')}${listSearch}`}
      title={
        <>
          Order <OrderName order={order} />
        </>
      }
    >
      <p className="meta num">
        <CustomerLink name={order.customerName} userId={order.userId} /> · {formatMoment(order.createdAt)}
        {order.draftedBy ? ' · entered by hand' : ''}
        {' · '}
        <Link className="link" to={href('/admin/orders/:id/policies', { id: order.id })}>
          Policies<span className="sr-only"> it was placed under</span>
        </Link>
      </p>
      <ParcelLines order={order} shipments={shipments} ewayBill={loaderData.ewayBill} />
      <ChangedElsewhere key={version} id={order.id} version={version} />
      <GiftNote order={order}>
        The slip has the note and no prices. Don’t put the invoice in the parcel. Give it to the courier if they ask for
        it.
      </GiftNote>
      <CustomerChanges history={history} note={order.customerNote} />
      <Done messages={{ made: 'Order created.', accepted: REQUEST_ANSWERS.accepted }} />
      <NextStepForm
        step={step}
        order={order}
        balance={loaderData.balance}
        claimed={claimedSum(order, money)}
        hasInvoice={loaderData.hasInvoice}
        ewayBill={loaderData.ewayBill}
      />
      <CallToConfirm order={order} balance={loaderData.balance} whatsApp={whatsApp?.text} />
      <StatusForm
        order={order}
        balance={loaderData.balance}
        isOwner={isOwner}
        hasShipForm={step === 'ship'}
        lastChangeAt={history.at(-1)?.createdAt}
      />
      <ReturnToSender order={order} />
      <Part title="Payment">
        <Done
          messages={{
            reference: 'Reference saved. Confirm the payment when it arrives.',
            ...REFUND_DONE,
            'take-back-refund': `Refund undone. ${EMAILED}`,
          }}
        />
        <OrderPayment order={order} balance={loaderData.balance} money={money} formKey={formKey} />
      </Part>
      <OrderAddress
        key={`${version} address`}
        order={order}
        seen={loaderData.seenAddress}
        whatsApp={whatsApp?.text}
        interstate={loaderData.interstate}
      />
      <WhatsAppMessage about={{ orderId: order.id }} draft={whatsApp} returnTo={`${here}${listSearch}`} isFolded />
      {order.status === 'shipped' || shipments.length > 0 ? (
        <div id={ON_THE_WAY}>
          <Part title="On the way">
            <OrderShipments order={order} shipments={shipments} ewayBill={loaderData.ewayBill} />
          </Part>
        </div>
      ) : null}
      <OrderItems order={order} lines={loaderData.lines} includedGst={loaderData.includedGst} />
      <div>
        <OrderPapers orderId={order.id} papers={papers} creditIsLate={loaderData.creditIsLate} />
        <OrderNotes orderId={order.id} notes={notes} formKey={formKey} />
        <Accordion title={<Counted title="Emails" count={messages.length} />} open={opened === 'emails'}>
          <MessagesWritten
            messages={messages}
            maySend={maySend}
            formKey={formKey}
            returnTo={`${here}${listSearchWith(search, { open: 'emails' })}`}
          />
        </Accordion>
        <OrderHistory history={history} />
      </div>
      {isOwner ? (
        <Link
          className="link inline-flex min-h-11 items-center justify-self-start font-semibold text-alert"
          to={`${here}/archive${listSearch}`}
          preventScrollReset
        >
          Delete order
        </Link>
      ) : null}
    </Dialog>
  );
}

function ChangedElsewhere({ id, version }: { id: string; version: string }) {
  const { lastUpdate } = useOutletContext<LiveOutlet>();
  const [search] = useSearchParams();
  const versionFetcher = useFetcher<typeof versionLoader>();
  const [seen, setSeen] = useState(lastUpdate);
  const { load } = versionFetcher;
  const address = href('/admin/orders/:id/version', { id });
  useEffect(() => {
    if (lastUpdate === seen) return;
    setSeen(lastUpdate);
    if (lastUpdate.kind === 'order' && lastUpdate.id === id) void load(address);
  }, [lastUpdate, seen, id, address, load]);
  const now = versionFetcher.data?.version;
  if (now === undefined || now === version) return null;
  return (
    <Note tone="info" icon="return">
      <span role="status">This order changed.</span>{' '}
      <Link
        className="link inline-flex min-h-11 items-center font-semibold"
        to={`${href('/admin/orders/:id', { id })}${listSearchWith(search, { seen: now.replace(/\W/g, '').slice(-24) })}`}
        preventScrollReset
      >
        Show
      </Link>
    </Note>
  );
}
