import { randomUUID } from 'node:crypto';
import { Link, href } from 'react-router';
import { uuidFrom } from '#app/basics/uuid-from.server.ts';
import { getCommission } from '#app/modules/requests/requests/request-page.server.ts';
import { photosInShop } from '#app/modules/requests/requests/shop-photos.server.ts';
import { openForStudio } from '#app/modules/requests/requests/access.server.ts';
import { waitingPictures } from '#app/modules/requests/requests/pictures.server.ts';
import { type CommissionPage, newestMessageOf } from '#app/modules/requests/requests/request-page.ts';
import { getRequest } from '#app/modules/requests/requests/read-requests.server.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { earliestFinishOf } from '#app/modules/requests/calendar/calendar.server.ts';
import { hoursOf } from '#app/modules/requests/calendar/schedule.ts';
import type { Settings } from '#app/modules/store/settings/settings.ts';
import { sessionSecrets } from '#app/platform/session-secrets.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { WhatsAppForm } from '#app/routes/admin/shared/whatsapp-message.tsx';
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
import type { Route } from './+types/commission.ts';
import { CommissionLink, CommissionMoney, PrivateNotes, ShopPhotos } from './commission-parts.tsx';
import { draftAboutCommission } from './commission-whatsapp.server.ts';
import { QuoteForm } from './quote-form.tsx';
import { StageForm, StudiosCloth } from './stage-form.tsx';
import { takeStudioForm } from './studio-page.server.ts';

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  adminMeta(`Commission ${loaderData?.page.number ?? ''}`)({ matches });

export async function loader({ context, params: { id }, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const access = await openForStudio(shop, id);
  const [page, { notes, quote, seenNotes }, settings, photos] = await Promise.all([
    getCommission(shop, access),
    getRequest(shop, id),
    getSettings(shop),
    photosInShop(shop, id),
  ]);
  const keys = formKeysOf(shop, page);
  const [whatsApp, plan, stagePhotos, fabricPhotos] = await Promise.all([
    draftAboutCommission(shop, request, page, { shopName: settings.shopName, named: quote }),
    mayQuote(page) ? planWork(shop, page, settings) : undefined,
    waitingPictures(shop, access, keys.stage),
    waitingPictures(shop, access, keys.fabric),
  ]);
  return {
    page,
    notes,
    seenNotes,
    photos,
    now: shop.now,
    whatsApp,
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
    quote: uuidFrom(`quote ${id} ${quotes.length}`),
    stage: uuidFrom(`stage ${id} ${stages} ${secret}`),
    fabric: uuidFrom(`fabric ${id} ${stages} ${secret}`),
  };
}

export const action = ({ context, params: { id }, request, url }: Route.ActionArgs) =>
  takeStudioForm(context.get(shopContext), id, request, url);

export const clientAction = (sent: Route.ClientActionArgs) => postPage(sent);

export const headers = passRetryAfter;

const DONE = {
  sent: 'Message sent.',
  quoted: 'Quote sent. The customer is told.',
  stage: 'Noted. The customer sees it, and is told in a minute.',
  undone: 'Taken back.',
  received: 'Noted. The customer is asked to confirm the cloth.',
  left: 'Noted. It stands on the packing slip.',
  noted: 'Notes saved.',
  shown: 'It is in the media library now, and can be put on a piece.',
  link: 'There is a new link. The ones before open nothing.',
  revoked: 'Revoked. The link opens nothing any more.',
  cancelled: 'The commission is cancelled. The customer is told.',
};

/** One commission as the studio works on it: what waits, the conversation, and every tool for the next step. */
export default function StudioCommission({ loaderData }: Route.ComponentProps) {
  const { page, now, keys } = loaderData;
  const addresses = useAddresses(page);
  useFollowWithAnswers();
  useLiveUpdates(['request', 'order', 'payment']);
  useSeen(addresses.seen, newestMessageOf(page));
  return (
    <div className="commission">
      <div className="commission-main">
        <p>
          <Link className="link" to={href('/admin/requests/:id', { id: page.id })}>
            The request and its answer
          </Link>
        </p>
        <CommissionHead page={page} now={now} level="h1" />
        <Done messages={DONE} />
        <Accordion title="What was asked for" open={page.quotes.length === 0}>
          <Asked page={page} addresses={addresses} />
        </Accordion>
        <Timeline page={page} addresses={addresses} />
        <Composer page={page} addresses={addresses} formKey={keys.message} />
      </div>
      <div className="commission-side">
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

const mayQuote = ({ state }: CommissionPage): boolean => state === 'asked' || state === 'quoted';
const ENDED: readonly CommissionPage['state'][] = ['rejected', 'withdrawn', 'closed', 'cancelled'];

/** What the studio does with a commission, the next thing unfolded. */
function Tools({
  page,
  notes,
  seenNotes,
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
      {page.order && !ENDED.includes(page.state) ? (
        <section id="work" aria-label="The work">
          <Accordion title="The work" open>
            <StageForm page={page} now={now} addresses={addresses} formKey={keys.stage} waiting={waiting.stage} />
          </Accordion>
        </section>
      ) : null}
      {whatsApp ? (
        <Accordion title="WhatsApp" open>
          <WhatsAppForm about={{ requestId: page.id }} draft={whatsApp} returnTo={addresses.page} />
        </Accordion>
      ) : null}
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
      <Accordion title="Private notes" open={notes !== ''}>
        <PrivateNotes notes={notes} seen={seenNotes} action={addresses.page} />
      </Accordion>
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
