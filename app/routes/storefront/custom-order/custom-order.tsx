import { randomUUID } from 'node:crypto';
import { useEffect, useRef, useState } from 'react';
import { href, type ShouldRevalidateFunctionArgs, useLocation } from 'react-router';
import { z } from 'zod';
import { formatSpan } from '#app/basics/duration.ts';
import { dayInIndia } from '#app/basics/india.ts';
import { getProfile } from '#app/modules/identity/accounts/accounts.server.ts';
import { earliestFinishesOf, earliestFinishOf } from '#app/modules/requests/calendar/calendar.server.ts';
import { isTooEarly, neededTooEarly } from '#app/modules/requests/calendar/messages.ts';
import { startsCustomOrder } from '#app/modules/catalogue/artworks/artwork-status.ts';
import { customOrderArtworks, summariesOf } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { findVariant, sendCustomOrder } from '#app/modules/requests/requests/requests.server.ts';
import {
  checkInspirationUploads,
  removeInspiration,
  uploadInspiration,
  waitingInspiration,
} from '#app/modules/requests/requests/pictures.server.ts';
import { MAX_INSPIRATION } from '#app/modules/requests/requests/custom-order.ts';
import { type CustomOrderForm, customOrderSchema } from '#app/modules/requests/requests/forms.ts';
import {
  CONTACT_MISSING,
  CUSTOM_ORDER_FAILED,
  CUSTOM_ORDER_RECEIVED,
  CUSTOM_ORDER_REFUSALS,
  inspirationRefusal,
  waitFirst,
} from '#app/modules/requests/requests/messages.ts';
import { NEEDED_IN_THE_PAST } from '#app/modules/requests/requests/request.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { pageMeta } from '#app/routes/page-meta.ts';
import { limitPictures, takePictures } from '#app/routes/sent-pictures.server.ts';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import type { FormAnswer } from '#app/ui/kit/use-form.ts';
import { useLastAnswer } from '#app/ui/kit/use-last-answer.ts';
import { GrowingChowki } from '#app/ui/shop/ornaments.tsx';
import { deleteDesign } from '#app/ui/shop/selected-design.ts';
import { wholeStyleSheet } from '#app/routes/whole-style-sheet.ts';
import type { Route } from './+types/custom-order.ts';
import { deleteDraft } from './draft.ts';
import { keepUploadKey } from './upload-key.server.ts';
import type { CustomOrderAnswer, Sent } from './use-wizard.ts';
import { Wizard } from './wizard.tsx';

export const links = wholeStyleSheet;

export async function loader({ context, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const artworkIdInUrl = url.searchParams.get('piece') ?? '';
  const [artworks, { ownIdea, designs }, variant, settings, profile] = await Promise.all([
    summariesOf(shop, [artworkIdInUrl]),
    customOrderArtworks(shop),
    findVariant(shop, { artworkId: artworkIdInUrl, variantId: url.searchParams.get('variant') }),
    getSettings(shop),
    shop.actor.kind === 'guest' ? undefined : getProfile(shop),
  ]);
  const { promises, contact, customWork } = settings;
  const email = profile?.email ?? '';
  const found = artworks.get(artworkIdInUrl);
  const asked = found && startsCustomOrder(found) ? found : undefined;
  const artwork = asked ?? ownIdea;
  const kind = artwork ?? { medium: 'fabric' as const };
  const [cloth, stitched] = await earliestFinishesOf(shop, [kind, { ...kind, wantStitching: true }], settings);
  return {
    formKey: randomUUID(),
    artwork,
    ownIdea,
    designs: asked && asked.id !== ownIdea?.id ? [asked, ...designs.filter(({ id }) => id !== asked.id)] : designs,
    variant: asked && variant,
    customWork,
    earliestFinish: { cloth, stitched },
    today: dayInIndia(shop.now),
    prefilled: {
      name: profile ? profile.name || email.split('@')[0]! : '',
      email,
      phone: profile?.phone ?? '',
      measurements: profile?.measurements ?? '',
    },
    weeks: promises.customWorkWeeks,
    replyWithinHours: contact.replyWithinHours,
    owner: profile?.id,
  };
}

const form = formOf();

/** Without JavaScript, the form also sends the pictures. */
export const action = formAction(
  form({
    schema: customOrderSchema.extend({ uploadToken: z.string() }),
    prepare: async (shop, body, { request, visit }) => {
      const { uploadKey, cookie } = await keepUploadKey(shop, request, body.get('key'));
      const pictureError = await takeInspiration(shop, body, uploadKey);
      const pictures = await waitingInspiration(shop, uploadKey);
      if (pictures.length > 0) visit.cookies = [...visit.cookies, cookie];
      body.set('uploadToken', uploadKey);
      return { pictures, pictureError, errors: pictureError === undefined ? undefined : {} };
    },
    invalid: contactErrors,
    run: (shop, { uploadToken: uploadKey, ...order }) => sendCustomOrder(shop, { ...order, uploadKey }),
    done: async ({ number }, order, { context }) => ({
      ok: true,
      number,
      note: await readTooEarly(context.get(shopContext), order),
    }),
    refused: {
      'sent-before': ({ data: { number } }) => ({
        ok: true,
        number,
        note: CUSTOM_ORDER_REFUSALS['sent-before'],
        status: 200,
      }),
      'needed-in-the-past': { errors: { neededBy: NEEDED_IN_THE_PAST }, status: 400 },
      'no-design': CUSTOM_ORDER_REFUSALS['no-design'],
      'too-many': ({ data }) => `${CUSTOM_ORDER_FAILED}. ${waitFirst(data.retryAfterSeconds)}`,
    },
  }),
  { before: limitPictures(checkInspirationUploads) },
);

async function readTooEarly(
  shop: Shop,
  { artworkId, wantStitching, neededBy }: CustomOrderForm,
): Promise<string | undefined> {
  if (!neededBy) return undefined;
  const artwork = (await summariesOf(shop, [artworkId])).get(artworkId);
  const finish = await earliestFinishOf(shop, { ...artwork, wantStitching });
  return isTooEarly(neededBy, finish) ? neededTooEarly(neededBy, finish) : undefined;
}

const takeInspiration = (shop: Shop, form: FormData, uploadKey: string) =>
  takePictures(form, {
    field: 'inspiration',
    most: MAX_INSPIRATION,
    add: async (bytes) => {
      const taken = await uploadInspiration(shop, { uploadKey, bytes });
      return taken.ok ? undefined : inspirationRefusal(taken);
    },
    remove: (id) => removeInspiration(shop, { id, uploadKey }),
  });

function contactErrors({ artworkId, ...errors }: Record<string, string>, typed: Record<string, string>): FormAnswer {
  const hasContact = [typed.name, typed.email, typed.phone].every((value) => value?.trim());
  return { errors, formError: hasContact ? artworkId : CONTACT_MISSING };
}

/** Revalidates for another piece, but not for another step. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  const isStep =
    !formMethod &&
    currentUrl.pathname === nextUrl.pathname &&
    currentUrl.search !== nextUrl.search &&
    ['piece', 'variant'].every((name) => currentUrl.searchParams.get(name) === nextUrl.searchParams.get(name));
  return isStep ? false : defaultShouldRevalidate;
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Custom order',
    description: 'Choose a piece, tell us about fabric, design and stitching, and we paint it for you.',
    path: href('/custom-order'),
  });

export default function CustomOrder({ loaderData, actionData }: Route.ComponentProps) {
  const { key } = useLocation();
  const [received, setReceived] = useState<Sent & { at: string }>();
  const answer = useLastAnswer(actionData as CustomOrderAnswer | undefined, key);
  if (answer?.ok) return <Received loaderData={loaderData} sent={answer} />;
  if (received?.at === key) return <Received loaderData={loaderData} sent={received} />;
  return <Wizard {...loaderData} answer={answer} onReceived={(sent) => setReceived({ at: key, ...sent })} />;
}

function Received({
  loaderData: { weeks, replyWithinHours, owner },
  sent: { number, note },
}: Pick<Route.ComponentProps, 'loaderData'> & { sent: Sent }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    deleteDraft();
    deleteDesign();
    heading.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, []);
  return (
    <div className="wrap received">
      <GrowingChowki stage={4} isComplete />
      <h1 ref={heading} tabIndex={-1}>
        {CUSTOM_ORDER_RECEIVED}
      </h1>
      <p>
        Your request number: <b className="num">{number}</b>
      </p>
      {note ? <Note tone="info">{note}</Note> : null}
      <ol>
        <li>We look at your request and pictures.</li>
        <li>
          Within {formatSpan(replyWithinHours, 'hour')}, we send you a price and a date, usually in{' '}
          {formatSpan(weeks, 'week')}.
        </li>
        <li>We start painting once you agree. There is nothing to pay until then.</li>
      </ol>
      {owner ? <ButtonLink to={href('/profile/requests')}>My Requests</ButtonLink> : null}
      <ButtonLink look="secondary" to={href('/gallery/fabric')}>
        See more fabric pieces
      </ButtonLink>
    </div>
  );
}
