import { Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { Form, Link, useNavigation, href } from 'react-router';
import type { Artwork } from '#app/modules/catalogue/artworks/artwork.ts';
import { FILL_IN_REQUIRED } from '#app/modules/catalogue/artworks/artwork-fields.ts';
import { isMadeToOrder, type Medium, MEDIUM_LABELS } from '#app/modules/catalogue/artworks/medium.ts';
import type { NetPriceRates } from '#app/modules/catalogue/artworks/typed-price.ts';
import type { Picture } from '#app/modules/catalogue/media/picture.ts';
import { useListSearch } from '#app/routes/admin/shared/list-search.ts';
import { RowMenu } from '#app/routes/admin/shared/row-menu.tsx';
import { useLibraryUploads } from '#app/routes/admin/catalogue/media/upload-area.tsx';
import { Button, ButtonLink, IconLink } from '#app/ui/kit/button.tsx';
import { SAVING_FAILED } from '#app/modules/catalogue/artworks/messages.ts';
import { FailureText } from '#app/ui/kit/failure-text.tsx';
import { ErrorSummary } from '#app/ui/kit/error-summary.tsx';
import { LeaveGuard } from '#app/ui/kit/leave-guard.tsx';
import { StaleNote } from './stale-note.tsx';
import {
  type ArtworkDraft,
  differencesOf,
  draftFrom,
  draftOf,
  EMPTY_DRAFT,
  type FormAnswer,
  netPriceOf,
  type SetDraft,
} from './draft.ts';
import { MainFields, MoreDetails } from './fields.tsx';
import { InTheShop } from './in-the-shop.tsx';
import { lazyScript } from '#app/ui/kit/lazy-script.ts';
import { PicturesField } from './pictures-field.tsx';

const PicturePicker = lazyScript(() => import('#app/routes/admin/catalogue/media/picture-picker.tsx'));

export function ArtworkForm({
  artwork,
  newId,
  held,
  categories,
  isRegistered,
  rates,
  answer,
}: {
  artwork: Artwork | null;
  held: number;
  newId: string;
  categories: string[];
  isRegistered: boolean;
  rates: NetPriceRates;
  answer: FormAnswer;
}) {
  const listSearch = useListSearch();
  const { state } = useNavigation();
  const before = useMemo(() => (artwork ? draftOf(artwork, rates) : EMPTY_DRAFT), [artwork, rates]);
  const [draft, setWhole] = useState<ArtworkDraft>(() => (answer.typed ? draftFrom(answer.typed) : before));
  const set: SetDraft = (changes) => setWhole((draft) => ({ ...draft, ...changes }));
  const { pictures, know } = usePictures([...(artwork?.pictures ?? []), ...(answer.pictures ?? [])]);
  const uploads = useLibraryUploads((picture) => {
    know([picture]);
    setWhole((draft) => ({ ...draft, images: [...draft.images, picture.url] }));
  });

  const version = answer.conflict?.version ?? artwork?.version;
  const form = useRef<HTMLFormElement>(null);
  const [isWaiting, setWaiting] = useState(false);
  const { isUploading } = uploads;
  useEffect(() => {
    if (!isWaiting || isUploading) return;
    setWaiting(false);
    form.current?.requestSubmit();
  }, [isWaiting, isUploading]);

  const [isPicking, setPicking] = useState(false);
  const net = netPriceOf(draft, artwork, rates);
  const isChanged = differencesOf(draft, before).length > 0 || isUploading;
  const isSaving = state === 'submitting' || isWaiting;
  const mistakes = useMistakes(answer, draft);
  const address = artwork ? href('/admin/artworks/:id', { id: artwork.id }) : href('/admin/artworks/new');
  return (
    <div className="artwork-form">
      <LeaveGuard when={isChanged && state === 'idle'} />
      <FormHead artwork={artwork} />
      <div className="artwork-form-top grid gap-4 empty:hidden">
        <ErrorSummary {...mistakes.summary} />
        {answer.conflict ? (
          <StaleNote
            draft={draft}
            rates={rates}
            set={set}
            now={answer.conflict}
            know={know}
            address={href('/admin/artworks/:id', { id: answer.conflict.id })}
          />
        ) : null}
      </div>
      <div className="artwork-form-body">
        <Form
          ref={form}
          id="artwork"
          data-saved-by-keys
          method="post"
          action={`${address}${listSearch}`}
          encType="multipart/form-data"
          noValidate
          className="contents"
          onSubmit={(event) => {
            if (!isUploading) return;
            event.preventDefault();
            setWaiting(true);
          }}
        >
          {/* Enter uses a form's first button, which would otherwise move a photo. */}
          <input type="submit" hidden />
          <FailureText>{SAVING_FAILED}</FailureText>
          {artwork ? null : <input type="hidden" name="id" value={answer.typed?.id || newId} />}
          {version === undefined ? null : <input type="hidden" name="version" value={version} />}
          <PicturesField
            draft={draft}
            set={set}
            pictures={pictures}
            uploads={uploads}
            onPick={() => setPicking(true)}
            isPicking={isPicking}
            error={mistakes.errors.images}
          />
          <div className="artwork-form-fields">
            <MainFields
              draft={draft}
              set={set}
              errors={mistakes.errors}
              categories={categories}
              net={net}
              id={artwork?.id}
              held={held}
              hasVariants={artwork?.hasVariants === true}
              isPersonalized={(artwork?.personalizationFields.length ?? 0) > 0}
            />
            <MoreDetails
              draft={draft}
              set={set}
              errors={mistakes.errors}
              isNew={!artwork}
              hasVariants={artwork?.hasVariants === true}
              isRegistered={isRegistered}
            />
          </div>
        </Form>
        <InTheShop draft={draft} net={net} pictures={pictures} />
      </div>
      {isPicking ? (
        <Suspense>
          <PicturePicker
            onClose={() => setPicking(false)}
            onSelect={(chosen) => {
              know(chosen);
              set({ images: [...new Set([...draft.images, ...chosen.map(({ url }) => url)])] });
            }}
          />
        </Suspense>
      ) : null}
      <div className="artwork-form-foot">
        <span className="meta min-w-20 flex-1" role="status">
          {isWaiting ? 'Saving after the upload' : artwork ? (isChanged ? 'Unsaved changes' : '') : saleText(draft)}
        </span>
        <ButtonLink look="card" to={`${href('/admin/artworks')}${listSearch}`}>
          Cancel
        </ButtonLink>
        <Button form="artwork" busy={isSaving}>
          Save artwork
        </Button>
      </div>
    </div>
  );
}

const saleText = ({ medium }: ArtworkDraft): string =>
  isMadeToOrder({ medium: medium as Medium })
    ? `${MEDIUM_LABELS[medium as Medium]}, painted to order`
    : `${MEDIUM_LABELS[medium as Medium]}, sold from stock`;

function FormHead({ artwork }: { artwork: Artwork | null }) {
  const listSearch = useListSearch();
  return (
    <header className="artwork-form-head">
      <IconLink icon="left" label="Back to Artworks" to={`${href('/admin/artworks')}${listSearch}`} />
      <div className="min-w-0">
        <p className="meta">Artworks</p>
        <h1>{artwork?.title ?? 'Add Artwork'}</h1>
      </div>
      {artwork ? (
        <RowMenu label="More actions">
          <Link to={href('/artwork/:id', { id: artwork.slug })}>View in shop</Link>
          <Link
            className="text-alert"
            to={`${href('/admin/artworks/delete')}${listSearch ? `${listSearch}&` : '?'}id=${artwork.id}`}
          >
            Delete
          </Link>
        </RowMenu>
      ) : null}
    </header>
  );
}

function usePictures(first: readonly Picture[]) {
  const [met, setMet] = useState<ReadonlyMap<string, Picture>>(
    () => new Map(first.map((picture) => [picture.url, picture])),
  );
  const know = (pictures: readonly Picture[]) =>
    setMet((known) => new Map([...known, ...pictures.map((picture) => [picture.url, picture] as const)]));
  return { pictures: met, know };
}

/** The summary shows the specified sentence only once. An error disappears when the owner changes its field. */
function useMistakes(answer: FormAnswer, draft: ArtworkDraft) {
  const [found, setFound] = useState({ answer, draft });
  if (found.answer !== answer) setFound({ answer, draft });
  // Each new object moves the focus to the summary, so an answer keeps the same object.
  const all = useMemo(() => fieldErrors(answer.errors ?? {}), [answer]);
  const once = useMemo(() => eachSentenceOnce(all), [all]);
  const isUnresolved = ([name]: [string, string]) => {
    const field = name as keyof ArtworkDraft;
    return !(field in draft) || found.draft[field] === draft[field];
  };
  return {
    errors: Object.fromEntries(Object.entries(all).filter(isUnresolved)) as Record<string, string>,
    summary: { errors: once, formError: answer.formError, ids: { images: 'add-pictures', tags: 'add-tag' } },
  };
}

/** Shows the errors of single pictures ('images.0') at the whole field. Only a field's first error is shown. */
function fieldErrors(errors: Record<string, string>): Record<string, string> {
  const all: Record<string, string> = {};
  for (const [path, message] of Object.entries(errors)) all[path.replace('dimensions.', '').split('.')[0]!] ??= message;
  return all;
}

const FIRST = ['title', 'price', 'medium', 'category'];

function eachSentenceOnce(errors: Record<string, string>): Record<string, string> {
  const once: Record<string, string> = {};
  for (const name of [...FIRST, ...Object.keys(errors)]) {
    const message = errors[name];
    if (message && !(message === FILL_IN_REQUIRED && Object.values(once).includes(message))) once[name] ??= message;
  }
  return once;
}
