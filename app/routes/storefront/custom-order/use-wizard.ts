import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useFetcher, useNavigate, useSearchParams, href } from 'react-router';
import type { ArtworkSummary } from '#app/modules/catalogue/artworks/artwork.ts';
import {
  missingOn,
  MAX_INSPIRATION,
  reachableStep,
  stepOf,
  type CustomOrderDraft,
  type Step,
} from '#app/modules/requests/requests/custom-order.ts';
import {
  CONTACT_MISSING,
  CUSTOM_ORDER_FAILED,
  CUSTOM_ORDER_REFUSALS,
} from '#app/modules/requests/requests/messages.ts';
import type { Settings } from '#app/modules/store/settings/settings.ts';
import { type FormAnswer, useShopForm } from '#app/ui/kit/use-form.ts';
import { deleteDesign, storeDesign, readDesign } from '#app/ui/shop/selected-design.ts';
import { useFetcherAnswer } from '#app/ui/kit/use-fetcher-answer.ts';
import { type PicturePlace, usePrivatePictures } from '#app/ui/shop/private-pictures.tsx';
import { storeDraft, readDraft, restoreDraft } from './draft.ts';

export type Sent = { number: string; note?: string };

export type CustomOrderAnswer =
  | ({ ok: true } & Sent)
  | ({ ok: false; pictureError?: string; pictures?: { id: string }[] } & FormAnswer);

const STEP_OF_FIELD: Record<string, Step> = {
  fabricSource: 1,
  fabricNotes: 1,
  designStyle: 2,
  wantStitching: 3,
  measurements: 3,
  neededBy: 3,
};

export type WizardProps = {
  formKey: string;
  /** The piece in the address, or else the piece that stands for the shopper's own idea. */
  artwork?: ArtworkSummary;
  ownIdea?: ArtworkSummary;
  designs: ArtworkSummary[];
  variant?: { id: string; name: string };
  prefilled: { name: string; email: string; phone: string; measurements: string };
  earliestFinish: { cloth: string | undefined; stitched: string | undefined };
  today: string;
  customWork: Settings['customWork'];
  owner: string | undefined;
  answer?: CustomOrderAnswer;
  onReceived: (sent: Sent) => void;
};

export const questionId = (step: Step): string => `question-${step}`;

export type WizardState = ReturnType<typeof useWizard>;

export function useWizard({
  formKey,
  artwork: loaded,
  variant: loadedVariant,
  prefilled,
  earliestFinish,
  owner,
  answer: posted,
  onReceived,
  ...variantFacts
}: WizardProps) {
  const fetcher = useFetcher<CustomOrderAnswer>();
  const postedTyped = posted?.ok === false ? posted.typed : undefined;
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const form = useRef<HTMLFormElement>(null);
  const [key, setKey] = useState(postedTyped?.key ?? formKey);
  // Files that were chosen before hydration are uploaded before the restored key is rendered.
  const keyNow = useRef(key);
  const place: PicturePlace = {
    address: () => href('/custom-order/pictures/:key/:id?', { key: keyNow.current }),
    src: (id) => href('/custom-order/pictures/:key/:id?', { key, id }),
    most: MAX_INSPIRATION,
  };
  const { ownIdea, designs } = variantFacts;
  const [chosenId, setChosenId] = useState(postedTyped?.artworkId);
  const wantedId = chosenId ?? search.get('piece') ?? undefined;
  const artwork = [...designs, ownIdea].find((each) => each !== undefined && each.id === wantedId) ?? loaded;
  const variant = artwork?.id === loaded?.id ? loadedVariant : undefined;
  const [draft, setDraft] = useState<CustomOrderDraft>();
  const [ownError, setOwnError] = useState<string>();
  const uploads = usePrivatePictures((posted?.ok === false && posted.pictures) || [], place);
  const scripted = draft !== undefined;
  const named = stepOf(search.get('step'));
  const step = scripted ? reachableStep(named, draft) : named;
  const reason = scripted ? missingOn(step, draft) : undefined;
  const sending = fetcher.state !== 'idle';
  const answer = fetcher.data ?? posted;
  const refusal = answer?.ok === false ? answer : undefined;
  const { values, errors, field, summary } = useShopForm({
    answer: { errors: refusal?.errors, formError: ownError ?? refusal?.formError, typed: postedTyped },
    known: prefilled,
  });

  const addressOf = (to: Step) => {
    const wanted = new URLSearchParams(search);
    wanted.set('step', String(to));
    if (artwork && wantedId === artwork.id) wanted.set('piece', artwork.id);
    return `?${wanted}`;
  };

  /** Works without the server, so also offline. */
  const choose = (id: string) => {
    setChosenId(id);
    const wanted = new URLSearchParams(search);
    wanted.set('piece', id);
    if (id === loaded?.id && loadedVariant) wanted.set('variant', loadedVariant.id);
    else wanted.delete('variant');
    void navigate(`?${wanted}`, { replace: true, preventScrollReset: true, defaultShouldRevalidate: false });
  };

  const begin = useEffectEvent(() => {
    if (!form.current) return;
    const storedKey = posted?.ok === false ? undefined : restoreDraft(form.current, owner);
    if (storedKey) {
      keyNow.current = storedKey;
      setKey(storedKey);
      void waitingPictures(place.address()).then(uploads.find);
    }
    const now = readDraft(form.current);
    setDraft(now);
    storeDraft(now, { prefilled, owner, key: keyNow.current });
    const ticked = new FormData(form.current).get('artworkId');
    if (typeof ticked === 'string' && ticked !== (artwork?.id ?? '')) choose(ticked);
  });
  useLayoutEffect(() => begin(), []);

  const noteDraft = () => {
    if (!form.current) return;
    const now = readDraft(form.current);
    setDraft(now);
    storeDraft(now, { prefilled, owner, key });
  };

  const findArtwork = useEffectEvent(() => {
    const artworkIdInUrl = search.get('piece');
    if (artwork && artwork.id === wantedId) return storeDesign(artwork, variant?.id);
    const stored = readDesign();
    if (artworkIdInUrl && artworkIdInUrl === stored?.artworkId) return deleteDesign();
    if (!stored) return;
    const wanted = new URLSearchParams(search);
    wanted.set('piece', stored.artworkId);
    if (stored.variantId) wanted.set('variant', stored.variantId);
    else wanted.delete('variant');
    void navigate(`?${wanted}`, { replace: true, preventScrollReset: true });
  });
  useEffect(() => findArtwork(), [artwork?.id, variant?.id, wantedId]);

  const shown = useRef<Step>(undefined);
  useEffect(() => {
    if (!scripted) return;
    if (shown.current && shown.current !== step)
      document.getElementById(questionId(step))?.focus({ preventScroll: true });
    shown.current = step;
  }, [scripted, step]);

  const send = () => {
    if (!form.current) return;
    const now = readDraft(form.current);
    const isMissing = !now.name.trim() || !now.email.trim() || !now.phone.trim();
    const refused = isMissing ? CONTACT_MISSING : artwork ? undefined : CUSTOM_ORDER_REFUSALS['no-design'];
    setOwnError(refused);
    if (refused || !artwork) return;
    storeDraft(now, { prefilled, owner, key });
    void fetcher.submit({ ...now, key, artworkId: artwork.id, variantId: variant?.id ?? '' }, { method: 'post' });
  };

  useFetcherAnswer(fetcher, (received) => {
    if (received.ok) return onReceived(received);
    const wrong = Object.keys(received.errors ?? {}).map((name) => STEP_OF_FIELD[name]);
    const first = wrong.find((each) => each !== undefined);
    if (first) void navigate(addressOf(first));
  });

  return {
    ...variantFacts,
    place,
    variant,
    isSignedIn: owner !== undefined,
    form,
    formKey: key,
    artwork,
    choose,
    draft,
    scripted,
    step,
    reason,
    sending,
    uploads,
    values,
    errors,
    field,
    summary,
    earliestFinish: (draft ?? values).wantStitching === 'yes' ? earliestFinish.stitched : earliestFinish.cloth,
    pictureError: refusal?.pictureError,
    notSent: sending ? undefined : refusal?.failure && CUSTOM_ORDER_FAILED,
    addressOf,
    noteDraft,
    send,
    go: (to: Step) => void navigate(addressOf(to)),
  };
}

async function waitingPictures(address: string): Promise<{ id: string }[]> {
  const answer = await fetch(address).catch(() => undefined);
  return answer?.ok ? ((await answer.json()) as { id: string }[]) : [];
}
