import { href, Link } from 'react-router';
import type { RequestPage } from '#app/modules/requests/requests/request-page.ts';
import { WhatsAppMessage } from '#app/routes/admin/shared/whatsapp-message.tsx';
import { Done } from '#app/routes/admin/shared/done.tsx';
import type { RequestAddresses } from '#app/routes/requests/addresses.ts';
import { CancelForm } from '#app/routes/requests/cancel-form.tsx';
import { Quotes } from '#app/routes/requests/quote.tsx';
import { Accordion } from '#app/ui/kit/accordion.tsx';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import type { Route } from './+types/request.ts';
import { formatDay } from '#app/basics/india.ts';
import { formatRupees } from '#app/basics/money.ts';
import { mayHappen, REQUEST_STATUS_LABELS } from '#app/modules/requests/requests/request.ts';
import { shortId } from '#app/modules/orders/orders/order.ts';
import { MessagesWritten } from '#app/routes/admin/orders/orders/history.tsx';
import { Part } from '#app/routes/admin/shared/part.tsx';
import { ReplyForm } from '#app/routes/admin/shared/reply-form.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { AcceptForm, RejectForm, ReopenForm } from './accept.tsx';
import { RequestNotes } from './details.tsx';
import { ReplyClock } from './reply-clock.tsx';
import { RequestLink, RequestMoney, ShopPhotos } from './request-parts.tsx';
import { QuoteForm } from './quote-form.tsx';
import { StageForm, StudioFabric } from './stage-form.tsx';

export function Answered({ page, request, clock }: Route.ComponentProps['loaderData']) {
  if (mayQuote(page))
    return (
      <div className="flex flex-wrap items-center gap-3">
        <ReplyClock clock={clock} />
        <ButtonLink size="small" icon="check" to="#accept">
          Accept
        </ButtonLink>
        <ButtonLink look="destructive" size="small" to="#reject">
          Reject
        </ButtonLink>
      </div>
    );
  return (
    <>
      <Note tone={request.status === 'accepted' ? 'done' : 'info'}>
        {REQUEST_STATUS_LABELS[request.status]}
        {request.answeredAt ? ` on ${formatDay(request.answeredAt)}` : ''}
        {request.answeredBy ? ` by ${request.answeredBy}` : ''}.{' '}
        {request.orderId ? (
          <Link className="link num font-semibold" to={href('/admin/orders/:id', { id: request.orderId })}>
            Order #{shortId(request.orderId)}
          </Link>
        ) : null}
      </Note>
      {mayHappen('reopen', page.state) ? <ReopenForm /> : null}
    </>
  );
}

export const mayQuote = ({ state }: RequestPage): boolean => state === 'asked' || state === 'quoted';

const ENDED: readonly RequestPage['state'][] = ['rejected', 'withdrawn', 'closed', 'cancelled'];

export function Tools({
  page,
  request,
  account,
  known,
  messages,
  maySend,
  photos,
  now,
  keys,
  waiting,
  advancePercentage,
  plan,
  whatsApp,
  addresses,
}: Route.ComponentProps['loaderData'] & { addresses: RequestAddresses }) {
  return (
    <>
      <section id="quote" aria-label="Quote">
        <Accordion title="Quote" open={mayQuote(page)}>
          <div className="grid gap-5">
            <Quotes quotes={page.quotes} />
            {plan ? (
              <QuoteForm
                page={page}
                action={`${addresses.page}#quote`}
                formKey={keys.quote}
                advancePercentage={advancePercentage}
                plan={plan}
              />
            ) : null}
          </div>
        </Accordion>
      </section>
      {mayQuote(page) ? (
        <>
          <AcceptForm
            action={`${addresses.page}#accept`}
            known={known}
            account={account}
            price={request.artworkPrice === null ? undefined : formatRupees(request.artworkPrice)}
          />
          <RejectForm id={page.id} to={request.email} />
        </>
      ) : null}
      {page.order && !ENDED.includes(page.state) ? (
        <section id="work" aria-label="Progress">
          <Accordion title="Progress" open>
            <StageForm page={page} now={now} addresses={addresses} formKey={keys.stage} waiting={waiting.stage} />
          </Accordion>
        </section>
      ) : null}
      <WhatsAppMessage about={{ requestId: page.id }} draft={whatsApp} returnTo={addresses.page} />
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
      <Part title="Reply">
        <Done messages={{ replied: 'Reply sent.' }} />
        <MessagesWritten messages={messages} maySend={maySend} formKey={keys.reply} returnTo={addresses.page} />
        <ReplyForm
          action={addresses.page}
          to={request.email}
          subject={`Your request: ${request.artworkTitle ?? 'a deleted artwork'}`}
          formKey={keys.reply}
        />
      </Part>
      <RequestNotes request={request} />
      <Accordion title="Link for the customer">
        <RequestLink link={page.link} action={addresses.page} />
      </Accordion>
      <Accordion title="Photos in the shop">
        <ShopPhotos consentAt={page.photoConsentAt} photos={photos} addresses={addresses} />
      </Accordion>
      {page.cancelling ? (
        <Accordion title="Cancel">
          <CancelForm cancelling={page.cancelling} side="studio" action={addresses.page} />
        </Accordion>
      ) : null}
    </>
  );
}
