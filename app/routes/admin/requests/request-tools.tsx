import type { ReactNode } from 'react';
import { href, Link } from 'react-router';
import type { RequestPage } from '#app/modules/requests/requests/request-page.ts';
import { WhatsAppMessage } from '#app/routes/admin/shared/whatsapp-message.tsx';
import type { RequestAddresses } from '#app/routes/requests/addresses.ts';
import { CancelForm } from '#app/routes/requests/cancel-form.tsx';
import { Quotes } from '#app/routes/requests/quote.tsx';
import { Accordion } from '#app/ui/kit/accordion.tsx';
import type { Route } from './+types/request.ts';
import { formatDay } from '#app/basics/india.ts';
import { formatRupees } from '#app/basics/money.ts';
import { mayHappen, REQUEST_STATUS_LABELS } from '#app/modules/requests/requests/request.ts';
import { shortId } from '#app/modules/orders/orders/order.ts';
import { MessagesWritten } from '#app/routes/admin/orders/orders/history.tsx';
import { ReplyForm } from '#app/routes/admin/shared/reply-form.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { RowMenu } from '#app/routes/admin/shared/row-menu.tsx';
import { AcceptForm, RejectForm, ReopenForm } from './accept.tsx';
import { UndoAccept } from './undo-accept.tsx';
import { RequestNotes } from './details.tsx';
import { RequestLink, RequestMoney, ShopPhotos } from './request-parts.tsx';
import { type QuoteDraft, QuoteForm } from './quote-form.tsx';
import { ReadyDayForm } from './ready-day-form.tsx';
import { StageForm, StudioFabric } from './stage-form.tsx';

export function Answered({ page, request, now }: Route.ComponentProps['loaderData']) {
  if (mayQuote(page)) return null;
  return (
    <>
      <Note tone={request.status === 'accepted' ? 'done' : 'info'}>
        {REQUEST_STATUS_LABELS[request.status]}
        {request.answeredAt ? ` on ${formatDay(request.answeredAt)}` : ''}
        {request.answeredBy ? ` by ${request.answeredBy}` : ''}.{' '}
        {page.order ? (
          <Link className="link num font-semibold" to={href('/admin/orders/:id', { id: page.order.id })}>
            {page.order.orderNumber} <small>#{shortId(page.order.id)}</small>
          </Link>
        ) : null}
      </Note>
      <UndoAccept page={page} now={now} />
      {mayHappen('reopen', page.state) ? <ReopenForm /> : null}
    </>
  );
}

export const mayQuote = ({ state }: RequestPage): boolean => state === 'asked' || state === 'quoted';

/** A piece with a price can be accepted immediately. Other requests need a quote. */
export const isAcceptedAtOnce = ({ kind, artwork }: RequestPage): boolean => kind !== 'custom' && hasPrice(artwork);

const hasPrice = (artwork: RequestPage['artwork']): boolean => artwork !== null && artwork.price !== null;

const ENDED: readonly RequestPage['state'][] = ['rejected', 'withdrawn', 'closed', 'cancelled'];

type Props = Route.ComponentProps['loaderData'] & { addresses: RequestAddresses };

export function nextStepOf(page: RequestPage): 'accept' | 'quote' | 'work' | undefined {
  if (!mayQuote(page)) return page.order && !ENDED.includes(page.state) ? 'work' : undefined;
  if (page.waiting?.what === 'quote-answer') return undefined;
  return isAcceptedAtOnce(page) ? 'accept' : 'quote';
}

/** For a custom order, the menu leads to Reject and Accept further down. */
export function RequestMenu({ page }: { page: RequestPage }) {
  if (!mayQuote(page)) return null;
  return (
    <RowMenu label="More actions">
      {page.kind === 'custom' && hasPrice(page.artwork) ? (
        <MenuLink to="accept">Accept without a quote</MenuLink>
      ) : null}
      <MenuLink to="reject">Reject request</MenuLink>
    </RowMenu>
  );
}

function MenuLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={`#${to}`}
      preventScrollReset
      onClick={() => {
        const fold = document.getElementById(to)?.closest('details');
        if (!fold) return;
        fold.open = true;
        fold.scrollIntoView({ block: 'center' });
        fold.querySelector('summary')?.focus({ preventScroll: true });
      }}
    >
      {children}
    </Link>
  );
}

/** The studio's next step: answer the request, or record its work. */
export function StudioStep(props: Props & { draft: QuoteDraft }) {
  const { page, request, account, known, isOwner, now, keys, waiting, advancePercentage, plan, addresses, draft } =
    props;
  const step = nextStepOf(page);
  const price = request.artworkPrice === null ? undefined : formatRupees(request.artworkPrice);
  if (plan) {
    const form = (
      <QuoteForm
        page={page}
        action={`${addresses.page}#quote`}
        formKey={keys.quote}
        advancePercentage={advancePercentage}
        plan={plan}
        draft={draft}
        isPrimary={step === 'quote'}
      />
    );
    return (
      <>
        {isAcceptedAtOnce(page) ? (
          <section className="next-step" aria-label="Accept">
            <h2 className="text-h4">Accept</h2>
            <p>
              At the price of the artwork. For another price,{' '}
              <a className="link" href="#quote">
                send a quote
              </a>
              .
            </p>
            <AcceptForm
              action={`${addresses.page}#accept`}
              known={known}
              account={account}
              price={price}
              isOwner={isOwner}
              isPrimary={step === 'accept'}
            />
          </section>
        ) : null}
        <section id="quote" className="next-step" aria-label="Quote">
          <h2 className="text-h4">Quote</h2>
          <Quotes quotes={page.quotes} now={now} />
          {page.waiting?.what === 'quote-answer' ? <Accordion title="New quote">{form}</Accordion> : form}
        </section>
      </>
    );
  }
  if (!page.order || ENDED.includes(page.state)) return null;
  return (
    <section id="work" className="next-step" aria-label="Progress">
      <h2 className="text-h4">Progress</h2>
      <ReadyDayForm page={page} now={now} action={`${addresses.page}#work`} formKey={keys.day} />
      <StageForm page={page} now={now} addresses={addresses} formKey={keys.stage} waiting={waiting.stage} />
    </section>
  );
}

export function Tools(props: Props) {
  const { page, request, account, known, messages, maySend, photos, now, keys, waiting, whatsApp, addresses } = props;
  return (
    <>
      {mayQuote(page) || page.quotes.length === 0 ? null : (
        <Accordion title="Quote">
          <div className="grid gap-5">
            <Quotes quotes={page.quotes} now={now} />
          </div>
        </Accordion>
      )}
      {page.fabric ? (
        <Accordion title="The customer’s fabric" open={page.order !== null && !page.fabric.receivedAt}>
          <StudioFabric
            page={page}
            fabric={page.fabric}
            addresses={addresses}
            formKey={keys.fabric}
            waiting={waiting.fabric}
          />
        </Accordion>
      ) : null}
      {page.order ? (
        <Accordion title="Money" open>
          <RequestMoney order={page.order} />
        </Accordion>
      ) : null}
      <Accordion title="Emails">
        <div className="grid gap-4">
          <MessagesWritten messages={messages} maySend={maySend} formKey={keys.reply} returnTo={addresses.page} />
          <ReplyForm
            action={addresses.page}
            to={request.email}
            subject={`Your request: ${request.artworkTitle ?? 'a deleted artwork'}`}
            formKey={keys.reply}
          />
        </div>
      </Accordion>
      {whatsApp ? (
        <Accordion title="WhatsApp">
          <WhatsAppMessage about={{ requestId: page.id }} draft={whatsApp} returnTo={addresses.page} />
        </Accordion>
      ) : null}
      <RequestNotes request={request} />
      <Accordion title="Link for the customer">
        <RequestLink link={page.link} action={addresses.page} />
      </Accordion>
      {page.order ? (
        <Accordion title="Photos in the shop">
          <ShopPhotos consentAt={page.photoConsentAt} photos={photos} addresses={addresses} />
        </Accordion>
      ) : null}
      {mayQuote(page) && page.kind === 'custom' && request.artworkPrice !== null ? (
        <Accordion title="Accept without a quote">
          <AcceptForm
            action={`${addresses.page}#accept`}
            known={known}
            account={account}
            price={formatRupees(request.artworkPrice)}
            isOwner={props.isOwner}
            isPrimary={false}
          />
        </Accordion>
      ) : null}
      {mayQuote(page) ? <RejectForm id={page.id} to={request.email} /> : null}
      {page.cancelling ? (
        <Accordion title="Cancel">
          <CancelForm cancelling={page.cancelling} side="studio" action={addresses.page} />
        </Accordion>
      ) : null}
    </>
  );
}
