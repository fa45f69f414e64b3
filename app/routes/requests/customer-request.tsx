import { Form, href, Link, useSearchParams } from 'react-router';
import { type RequestPage, newestMessageOf } from '#app/modules/requests/requests/request-page.ts';
import { Accordion } from '#app/ui/kit/accordion.tsx';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import { ConfirmButton } from '#app/ui/kit/dialog.tsx';
import type { RefundState } from '#app/modules/orders/ledger/refund-state.ts';
import { RefundNote } from '#app/ui/shop/refund-note.tsx';
import { useFollowWithAnswers } from '#app/ui/kit/use-form-answer.ts';
import { useLiveUpdates } from '#app/ui/shop/use-live-updates.ts';
import { type RequestAddresses, useAddresses } from './addresses.ts';
import { Asked } from './asked.tsx';
import { CancelForm } from './cancel-form.tsx';
import { RequestHead } from './request-head.tsx';
import { Composer, WriteLink } from './composer.tsx';
import { CustomersCloth } from './customers-cloth.tsx';
import { nextAnswer } from './next-answer.ts';
import { nextLabel, NextStep } from './next-step.tsx';
import { PhotoConsent } from './photo-consent.tsx';
import { Quotes } from './quote.tsx';
import { Timeline } from './timeline.tsx';
import { useSeen } from './use-seen.ts';

export type CustomerRequestProps = {
  page: RequestPage;
  now: Date;
  formKey: string;
  prefilledAddress: Record<string, string>;
  refund: RefundState | undefined;
  mayDirectRefund: boolean;
  parcels: readonly string[];
};

export function CustomerRequest({
  page,
  now,
  formKey,
  prefilledAddress,
  refund,
  mayDirectRefund,
  parcels,
  level,
}: CustomerRequestProps & { level: 'h1' | 'h2' }) {
  const addresses = useAddresses(page);
  const [search] = useSearchParams();
  useFollowWithAnswers();
  useLiveUpdates(['request', 'order', 'payment']);
  useSeen(addresses.page, newestMessageOf(page));
  return (
    <div className="request-page">
      <div className="request-main">
        <RequestHead page={page} now={now} level={level} />
        <Parcels page={page} parcels={parcels} addresses={addresses} />
        {refund ? (
          <section id="refund" aria-label="Your refund">
            <RefundNote
              refund={refund}
              form={mayDirectRefund ? { id: page.id, fields: {}, action: addresses.page } : undefined}
            />
          </section>
        ) : null}
        <NextStep page={page} addresses={addresses} prefilledAddress={prefilledAddress} />
        <Timeline page={page} addresses={addresses} />
        {mayWrite(page) ? <Composer page={page} addresses={addresses} formKey={formKey} /> : null}
      </div>
      <div className="request-side">
        {page.quotes.length > 0 ? (
          <Accordion title={page.quotes[0]!.standing === 'accepted' ? 'Agreed quote' : 'Quote'} open>
            <Quotes quotes={page.quotes} now={now} />
          </Accordion>
        ) : null}
        {page.fabric ? (
          <Accordion title="Your fabric" open>
            <CustomersCloth page={page} fabric={page.fabric} addresses={addresses} />
          </Accordion>
        ) : null}
        <Accordion title="What you asked for" open={page.quotes.length === 0}>
          <Asked page={page} addresses={addresses} />
        </Accordion>
        {page.order ? (
          <Accordion title="Photos of your piece">
            <PhotoConsent consentAt={page.photoConsentAt} action={addresses.page} />
          </Accordion>
        ) : null}
        {page.cancelling ? (
          <section id="cancel" aria-label="Cancel">
            <Accordion title="Cancel" open={search.has('cancel')}>
              <CancelForm cancelling={page.cancelling} side="customer" action={addresses.page} />
            </Accordion>
          </section>
        ) : null}
        <Withdrawal page={page} action={addresses.page} />
      </div>
      <WriteDock page={page} />
    </div>
  );
}

function Parcels({
  page: { state, order, fabric },
  parcels,
  addresses,
}: Pick<CustomerRequestProps, 'page' | 'parcels'> & { addresses: RequestAddresses }) {
  if (state === 'cancelled' && order)
    return (
      <>
        {fabric?.receivedAt ? <p>We still have your fabric and will send it back to you.</p> : null}
        <p>
          <Link className="link" to={addresses.pay(order.id)}>
            Paid after this was cancelled? Send us the reference
          </Link>
        </p>
      </>
    );
  if (!order || (state !== 'dispatched' && state !== 'delivered')) return null;
  return (
    <section aria-label="Your parcel">
      {parcels.map((parcel) => (
        <p key={parcel} className="wrap-anywhere">
          {parcel}
        </p>
      ))}
      <Link className="link" to={`${href('/track-order')}?order=${order.orderNumber}`}>
        Follow your parcel
      </Link>
    </section>
  );
}

/** A message reopens a closed request. Other ended requests take no messages. */
const mayWrite = ({ state }: RequestPage): boolean => state !== 'withdrawn' && state !== 'rejected';

function WriteDock({ page }: { page: RequestPage }) {
  if (!mayWrite(page)) return null;
  return (
    <div className="dock">
      <WriteLink />
      {nextAnswer(page) || isPayable(page) ? (
        <ButtonLink to="#next" full onClick={openFirstForm}>
          {nextLabel(page)}
        </ButtonLink>
      ) : (
        <span className="meta">We’ll post updates here and email you.</span>
      )}
    </div>
  );
}

const isPayable = ({ order }: RequestPage): boolean => order !== null && order.payable > 0 && !order.awaitsCheck;

function openFirstForm() {
  const form = document.querySelector<HTMLDetailsElement>('#next details');
  if (form) form.open = true;
}

function Withdrawal({ page: { number, state }, action }: { page: RequestPage; action: string }) {
  if (state !== 'asked' && state !== 'quoted') return null;
  return (
    <Form method="post" action={action} preventScrollReset>
      <input type="hidden" name="intent" value="withdraw" />
      <ConfirmButton
        look="quiet"
        title="Withdraw this request?"
        consequence={`We stop working on ${number}. You can ask for the piece again at any time.`}
        verb="Withdraw"
      >
        Withdraw this request
      </ConfirmButton>
    </Form>
  );
}
