import { randomUUID } from 'node:crypto';
import { href, Link } from 'react-router';
import { uuidFrom } from '#app/basics/uuid-from.server.ts';
import { getRequestPage } from '#app/modules/requests/requests/request-page.server.ts';
import { photosInShop } from '#app/modules/requests/requests/shop-photos.server.ts';
import { accountOf, openForStudio } from '#app/modules/requests/requests/access.server.ts';
import { waitingPictures } from '#app/modules/requests/requests/pictures.server.ts';
import { type RequestPage, newestMessageOf } from '#app/modules/requests/requests/request-page.ts';
import { getRequest } from '#app/modules/requests/requests/read-requests.server.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { sessionSecrets } from '#app/platform/session-secrets.server.ts';
import { isOwner, type Shop } from '#app/platform/shop.server.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { CustomerLink } from '#app/routes/admin/shared/customer-link.tsx';
import { DoneToast } from '#app/routes/admin/shared/done.tsx';
import { EMAILED } from '#app/routes/admin/shared/labels.ts';
import { useAddresses } from '#app/routes/requests/addresses.ts';
import { Asked } from '#app/routes/requests/asked.tsx';
import { RequestHead } from '#app/routes/requests/request-head.tsx';
import { Composer, WriteLink } from '#app/routes/requests/composer.tsx';
import { Timeline } from '#app/routes/requests/timeline.tsx';
import { useSeen } from '#app/routes/requests/use-seen.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { Accordion } from '#app/ui/kit/accordion.tsx';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { useFollowWithAnswers } from '#app/ui/kit/use-form-answer.ts';
import { useLiveUpdates } from '#app/ui/shop/use-live-updates.ts';
import type { Route } from './+types/request.ts';
import { findProfileAddress } from '#app/modules/identity/accounts/find-account.server.ts';
import { rupeesText } from '#app/basics/rupees.ts';
import { messagesAbout } from '#app/modules/messaging/messages/messages.server.ts';
import { REQUEST_ANSWERS } from '#app/modules/requests/requests/messages.ts';
import { useListSearch } from '#app/routes/admin/shared/list-search.ts';
import { RequestSender } from './details.tsx';
import { draftAboutRequest } from './request-whatsapp.server.ts';
import { takeStudioForm } from './studio-forms.server.ts';
import { planQuote } from './quote-plan.server.ts';
import { ACCEPT_FORM } from './accept.tsx';
import { QuoteButton, type QuoteDraft, useQuoteDraft } from './quote-form.tsx';
import { Answered, mayQuote, nextStepOf, RequestMenu, StudioStep, Tools } from './request-tools.tsx';

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  adminMeta(`Request from ${loaderData?.request.name ?? 'a customer'}`)({ matches });

export async function loader({ context, params: { id }, request: asked }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const access = await openForStudio(shop, id);
  const [page, request, settings, photos, messages] = await Promise.all([
    getRequestPage(shop, access),
    getRequest(shop, id),
    getSettings(shop),
    photosInShop(shop, id),
    messagesAbout(shop, { requestId: id }),
  ]);
  const keys = formKeysOf(shop, page);
  const [whatsApp, stagePhotos, fabricPhotos, account] = await Promise.all([
    draftAboutRequest(shop, asked, page, { shopName: settings.shopName, named: request.quote }),
    waitingPictures(shop, access, keys.stage),
    waitingPictures(shop, access, keys.fabric),
    accountOf(shop, request),
  ]);
  const home = account && mayQuote(page) ? await findProfileAddress(shop, account.userId) : undefined;
  const { name, email, phone, shippingAddress, artworkPrice } = request;
  const price = request.quote ?? artworkPrice;
  const zipCode = shippingAddress?.zipCode ?? home?.zipCode ?? '';
  const plan = mayQuote(page) ? await planQuote(shop, page, settings, zipCode) : undefined;
  return {
    page,
    request,
    account,
    messages,
    photos,
    now: shop.now,
    whatsApp,
    known: {
      ...home,
      name,
      email,
      phone,
      ...shippingAddress,
      quantity: '1',
      price: price ? rupeesText(price) : '',
      paidBy: 'cash',
    } as Record<string, string>,
    isOwner: isOwner(shop),
    maySend: shop.config.smtpUrl !== undefined,
    advancePercentage: settings.promises.commissionAdvancePercentage,
    plan,
    keys,
    waiting: { stage: stagePhotos, fabric: fabricPhotos },
  };
}

/**
 * The keys survive reloads, so that uploads stay and two tabs submit once. They protect photos, so nobody must guess
 * them.
 */
function formKeysOf(shop: Shop, { id, quotes, timeline }: RequestPage) {
  const [secret] = sessionSecrets(shop);
  const stages = timeline.filter((entry) => entry.kind === 'stage').length;
  return {
    message: randomUUID(),
    reply: randomUUID(),
    quote: uuidFrom(`quote ${id} ${quotes.length}`),
    stage: uuidFrom(`stage ${id} ${stages} ${secret}`),
    fabric: uuidFrom(`fabric ${id} ${stages} ${secret}`),
    day: randomUUID(),
  };
}

export const action = takeStudioForm;

const DONE = {
  sent: 'Message sent.',
  quoted: `Quote sent. ${EMAILED}`,
  stage: `Update posted. You can undo it for 1 minute. ${EMAILED}`,
  undone: 'Update undone.',
  received: 'Saved. We asked the customer to confirm the fabric.',
  left: 'Saved. It appears on the packing slip.',
  accepted: REQUEST_ANSWERS.accepted,
  'accepted-paid': `${REQUEST_ANSWERS.accepted} We record the payment in 1 minute.`,
  'accept-undone': 'Undone. The request is open again.',
  'ready-day': `New day saved. ${EMAILED}`,
  noted: 'Notes saved.',
  replied: 'Reply sent.',
  reopened: 'Request reopened.',
  shown: 'Added to Photos.',
  link: 'New link created. Earlier links no longer work.',
  revoked: 'Link revoked.',
  cancelled: `Commission cancelled. ${EMAILED}`,
};

export default function StudioRequest({ loaderData }: Route.ComponentProps) {
  const { page, now, keys } = loaderData;
  const addresses = useAddresses(page);
  const list = `${href('/admin/requests')}${useListSearch()}`;
  useFollowWithAnswers();
  const draft = useQuoteDraft({ ...loaderData, formKey: keys.quote });
  useLiveUpdates(['request', 'order', 'payment']);
  useSeen(addresses.page, newestMessageOf(page));
  return (
    <div className="request-page">
      <div className="request-main">
        <div className="flex items-center justify-between">
          <Link className="link" to={list}>
            Back to requests
          </Link>
          <RequestMenu page={page} />
        </div>
        <RequestHead
          page={page}
          now={now}
          level="h1"
          customerName={<CustomerLink name={page.customer.name} userId={loaderData.account?.userId} />}
        />
        <DoneToast messages={DONE} />
        <Answered {...loaderData} />
        <Accordion title="Request" open={page.quotes.length === 0}>
          <Asked page={page} addresses={addresses} />
        </Accordion>
        <StudioStep {...loaderData} addresses={addresses} draft={draft} />
        <Timeline page={page} addresses={addresses} />
        <Composer page={page} addresses={addresses} formKey={keys.message} />
      </div>
      <div className="request-side">
        <RequestSender {...loaderData} />
        <Tools {...loaderData} addresses={addresses} />
      </div>
      <div className="dock">
        <WriteLink />
        <DockStep page={page} draft={draft} />
      </div>
    </div>
  );
}

function DockStep({ page, draft }: { page: RequestPage; draft: QuoteDraft }) {
  switch (nextStepOf(page)) {
    case 'quote':
      return <QuoteButton draft={draft} />;
    case 'accept':
      return (
        <Button form={ACCEPT_FORM} icon="check" full>
          Accept
        </Button>
      );
    case 'work':
      return (
        <ButtonLink look="secondary" to="#work" full>
          Progress
        </ButtonLink>
      );
    case undefined:
      return null;
  }
}
