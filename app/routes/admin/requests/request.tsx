import { randomUUID } from 'node:crypto';
import { href, Link } from 'react-router';
import { uuidFrom } from '#app/basics/uuid-from.server.ts';
import { getCommission } from '#app/modules/requests/requests/request-page.server.ts';
import { photosInShop } from '#app/modules/requests/requests/shop-photos.server.ts';
import { accountOf, openForStudio } from '#app/modules/requests/requests/access.server.ts';
import { waitingPictures } from '#app/modules/requests/requests/pictures.server.ts';
import { type CommissionPage, newestMessageOf } from '#app/modules/requests/requests/request-page.ts';
import { getRequest } from '#app/modules/requests/requests/read-requests.server.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { earliestFinishOf } from '#app/modules/requests/calendar/calendar.server.ts';
import { hoursOf } from '#app/modules/requests/calendar/schedule.ts';
import type { Settings } from '#app/modules/store/settings/settings.ts';
import { sessionSecrets } from '#app/platform/session-secrets.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { WhatsAppMessage } from '#app/routes/admin/shared/whatsapp-message.tsx';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { Done } from '#app/routes/admin/shared/done.tsx';
import { type CommissionAddresses, useAddresses } from '#app/routes/requests/addresses.ts';
import { Asked } from '#app/routes/requests/asked.tsx';
import { CancelForm } from '#app/routes/requests/cancel-form.tsx';
import { CommissionHead } from '#app/routes/requests/commission-head.tsx';
import { Composer, WriteLink } from '#app/routes/requests/composer.tsx';
import { postPage } from '#app/routes/requests/post-page.ts';
import { Quotes } from '#app/routes/requests/quote.tsx';
import { Timeline } from '#app/routes/requests/timeline.tsx';
import { useSeen } from '#app/routes/requests/use-seen.ts';
import { passRetryAfter } from '#app/routes/retry-after.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { Accordion } from '#app/ui/kit/accordion.tsx';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import { useFollowWithAnswers } from '#app/ui/kit/use-form-answer.ts';
import { useLiveUpdates } from '#app/ui/shop/use-live-updates.ts';
import type { Route } from './+types/request.ts';
import { findProfileAddress } from '#app/modules/identity/accounts/find-account.server.ts';
import { formatDay } from '#app/basics/india.ts';
import { formatRupees } from '#app/basics/money.ts';
import { rupeesText } from '#app/basics/rupees.ts';
import { messagesAbout } from '#app/modules/messaging/messages/messages.server.ts';
import { clockOf, mayHappen, REQUEST_STATUS_LABELS } from '#app/modules/requests/requests/request.ts';
import { REQUEST_ANSWERS } from '#app/modules/requests/requests/messages.ts';
import { shortId } from '#app/modules/orders/orders/order.ts';
import { MessagesWritten } from '#app/routes/admin/orders/orders/history.tsx';
import { useListSearch } from '#app/routes/admin/shared/list-search.ts';
import { Part } from '#app/routes/admin/shared/part.tsx';
import { ReplyForm } from '#app/routes/admin/shared/reply-form.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { AcceptForm, RejectForm, ReopenForm } from './accept.tsx';
import { RequestNotes, RequestSender } from './details.tsx';
import { ReplyClock } from './reply-clock.tsx';
import { CommissionLink, CommissionMoney, ShopPhotos } from './commission-parts.tsx';
import { draftAboutCommission } from './commission-whatsapp.server.ts';
import { QuoteForm } from './quote-form.tsx';
import { StageForm, StudiosCloth } from './stage-form.tsx';
import { takeStudioForm } from './studio-page.server.ts';

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  adminMeta(`Request from ${loaderData?.request.name ?? 'somebody'}`)({ matches });

export async function loader({ context, params: { id }, request: asked }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const access = await openForStudio(shop, id);
  const [page, request, settings, photos, messages] = await Promise.all([
    getCommission(shop, access),
    getRequest(shop, id),
    getSettings(shop),
    photosInShop(shop, id),
    messagesAbout(shop, { requestId: id }),
  ]);
  const keys = formKeysOf(shop, page);
  const [whatsApp, plan, stagePhotos, fabricPhotos, account] = await Promise.all([
    draftAboutCommission(shop, asked, page, { shopName: settings.shopName, named: request.quote }),
    mayQuote(page) ? planWork(shop, page, settings) : undefined,
    waitingPictures(shop, access, keys.stage),
    waitingPictures(shop, access, keys.fabric),
    accountOf(shop, request),
  ]);
  const home = account && mayQuote(page) ? await findProfileAddress(shop, account.userId) : undefined;
  const { name, email, phone, shippingAddress, artworkPrice } = request;
  const price = request.quote ?? artworkPrice;
  return {
    page,
    request,
    account,
    messages,
    photos,
    now: shop.now,
    whatsApp,
    clock: clockOf(request, { now: shop.now, replyWithinHours: settings.contact.replyWithinHours }),
    known: {
      ...home,
      name,
      email,
      phone,
      ...shippingAddress,
      quantity: '1',
      price: price ? rupeesText(price) : '',
    } as Record<string, string>,
    maySend: shop.config.smtpUrl !== undefined,
    advancePercentage: settings.promises.commissionAdvancePercentage,
    plan,
    keys,
    waiting: { stage: stagePhotos, fabric: fabricPhotos },
  };
}

/** What the calendar says of the hours that the last quote named, or that such work takes. */
async function planWork(shop: Shop, { quotes: [last], artwork, asked }: CommissionPage, settings: Settings) {
  const hours = last?.workHours ?? hoursOf(settings, { ...artwork, wantStitching: asked.wantStitching });
  return { hours, earliestFinish: await earliestFinishOf(shop, { hours }, settings) };
}

/**
 * The keys of the forms: the same whenever the page is read again, so that what is typed and uploaded stays while it follows the
 * shop, and of what two tabs send at once one is taken. Of those that photos wait under a customer can't know.
 */
function formKeysOf(shop: Shop, { id, quotes, timeline }: CommissionPage) {
  const [secret] = sessionSecrets(shop);
  const stages = timeline.filter((entry) => entry.kind === 'stage').length;
  return {
    message: randomUUID(),
    reply: randomUUID(),
    quote: uuidFrom(`quote ${id} ${quotes.length}`),
    stage: uuidFrom(`stage ${id} ${stages} ${secret}`),
    fabric: uuidFrom(`fabric ${id} ${stages} ${secret}`),
  };
}

export const action = ({ context, params: { id }, request, url }: Route.ActionArgs) =>
  takeStudioForm(context.get(shopContext), id, request, url);

export const clientAction = (sent: Route.ClientActionArgs) =>
  postPage(sent, { accept: REQUEST_ANSWERS['not-accepted'] });

export const headers = passRetryAfter;

const DONE = {
  sent: 'Message sent.',
  quoted: 'Quote sent. The customer is told.',
  stage: 'Noted. The customer sees it, and is told in a minute.',
  undone: 'Taken back.',
  received: 'Noted. The customer is asked to confirm the cloth.',
  left: 'Noted. It stands on the packing slip.',
  accepted: REQUEST_ANSWERS.accepted,
  reopened: 'It waits for an answer again.',
  shown: 'It is in the media library now, and can be put on a piece.',
  link: 'There is a new link. The ones before open nothing.',
  revoked: 'Revoked. The link opens nothing any more.',
  cancelled: 'The commission is cancelled. The customer is told.',
};

/** One request as the studio works on it: what waits, the conversation, and every tool for the next step. */
export default function StudioRequest({ loaderData }: Route.ComponentProps) {
  const { page, now, keys } = loaderData;
  const addresses = useAddresses(page);
  const list = `${href('/admin/requests')}${useListSearch()}`;
  useFollowWithAnswers();
  useLiveUpdates(['request', 'order', 'payment']);
  useSeen(addresses.seen, newestMessageOf(page));
  return (
    <div className="commission">
      <div className="commission-main">
        <p>
          <Link className="link" to={list}>
            Back to the list
          </Link>
        </p>
        <CommissionHead page={page} now={now} level="h1" />
        <Done messages={DONE} />
        <Answered {...loaderData} />
        <Accordion title="What was asked for" open={page.quotes.length === 0}>
          <Asked page={page} addresses={addresses} />
        </Accordion>
        <Timeline page={page} addresses={addresses} />
        <Composer page={page} addresses={addresses} formKey={keys.message} />
      </div>
      <div className="commission-side">
        <RequestSender {...loaderData} />
        <Tools {...loaderData} addresses={addresses} />
      </div>
      <div className="dock">
        <WriteLink />
        <ButtonLink to={mayQuote(page) ? '#quote' : '#work'} full>
          {mayQuote(page) ? 'Quote' : 'The work'}
        </ButtonLink>
      </div>
    </div>
  );
}

/** Whether it was answered: until when it waits, with the two short answers, or what became of it and the way back. */
function Answered({ page, request, clock }: Route.ComponentProps['loaderData']) {
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

const mayQuote = ({ state }: CommissionPage): boolean => state === 'asked' || state === 'quoted';
const ENDED: readonly CommissionPage['state'][] = ['rejected', 'withdrawn', 'closed', 'cancelled'];

/** What the studio does with a request, the next thing unfolded. */
function Tools({
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
}: Route.ComponentProps['loaderData'] & { addresses: CommissionAddresses }) {
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
        <section id="work" aria-label="The work">
          <Accordion title="The work" open>
            <StageForm page={page} now={now} addresses={addresses} formKey={keys.stage} waiting={waiting.stage} />
          </Accordion>
        </section>
      ) : null}
      <WhatsAppMessage about={{ requestId: page.id }} draft={whatsApp} returnTo={addresses.page} />
      {page.fabric ? (
        <Accordion title="The customer’s cloth" open={page.order !== null && !page.fabric.receivedAt}>
          <StudiosCloth
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
          <CommissionMoney order={page.order} />
        </Accordion>
      ) : null}
      <Part title="Reply">
        <Done messages={{ replied: 'Reply sent.' }} />
        <MessagesWritten messages={messages} maySend={maySend} formKey={keys.reply} returnTo={addresses.page} />
        <ReplyForm
          action={addresses.page}
          to={request.email}
          subject={`Your request: ${request.artworkTitle ?? 'A piece that is gone'}`}
          formKey={keys.reply}
        />
      </Part>
      <RequestNotes request={request} />
      <Accordion title="Link for the customer">
        <CommissionLink link={page.link} action={addresses.page} />
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
