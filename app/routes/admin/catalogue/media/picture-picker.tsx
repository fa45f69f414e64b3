import { href } from 'react-router';
import { useCallback, useEffect, useState } from 'react';
import { formatDay } from '#app/basics/india.ts';
import type { StoredPicture } from '#app/modules/catalogue/media/media.server.ts';
import { CONFIRM_DELETION, DELETE_FAILED, GALLERY_FAILED } from '#app/modules/catalogue/media/messages.ts';
import { formatFileSize } from '#app/modules/catalogue/media/picture.ts';
import { Button, IconButton } from '#app/ui/kit/button.tsx';
import { Dialog } from '#app/ui/kit/dialog.tsx';
import { EmptyState } from '#app/ui/kit/empty-state.tsx';
import { Spinner } from '#app/ui/kit/loading-mark.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { Picture } from '#app/ui/shop/picture.tsx';
import { SearchField } from '#app/ui/shop/search-field.tsx';
import type { PickerPage, ShownPicture } from './pictures.ts';
import { UploadArea, UploadsStatus, useLibraryUploads } from './upload-area.tsx';

export default function PicturePicker({
  title = 'Select Images',
  onSelect,
  onClose,
}: {
  title?: string;
  onSelect: (pictures: StoredPicture[]) => void;
  onClose: () => void;
}) {
  const [chosen, setChosen] = useState<readonly StoredPicture[]>([]);
  const [asList, setAsList] = useState(false);
  const [searchText, setSearchText] = useState('');
  const library = useLibrary(searchText);
  const uploads = useLibraryUploads((picture) => {
    library.put({ ...picture, inUse: false });
    setChosen((all) => [...all, picture]);
  });
  const isChosen = (picture: StoredPicture) => chosen.some(({ id }) => id === picture.id);
  const toggle = (picture: StoredPicture) =>
    setChosen((all) => (isChosen(picture) ? all.filter(({ id }) => id !== picture.id) : [...all, picture]));
  const { pictures, total, nextCursor, state, problem } = library;
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      className="picker"
      keepOpen={uploads.isUploading}
      foot={
        <>
          <span className="meta num mr-auto self-center" role="status">
            {chosen.length} selected
          </span>
          <Button type="button" look="secondary" onClick={onClose} disabled={uploads.isUploading}>
            Cancel
          </Button>
          <Button
            type="button"
            disabled={chosen.length === 0 || uploads.isUploading}
            onClick={() => {
              onSelect([...chosen]);
              onClose();
            }}
          >
            {chosen.length > 0 ? `Select (${chosen.length})` : 'Select'}
          </Button>
        </>
      }
    >
      <UploadArea uploads={uploads} />
      <UploadsStatus uploads={uploads} />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <form
          role="search"
          className="min-w-0 max-w-88 flex-1"
          onSubmit={(event) => {
            event.preventDefault();
            setSearchText(event.currentTarget.querySelector('input')?.value ?? '');
          }}
        >
          <SearchField label="Search photos" placeholder="File name or description" value={searchText} />
        </form>
        <span className="flex">
          {(['grid', 'list'] as const).map((view) => (
            <IconButton
              key={view}
              icon={view}
              label={view === 'grid' ? 'Grid' : 'List'}
              aria-pressed={asList === (view === 'list')}
              className="aria-pressed:text-geru"
              onClick={() => setAsList(view === 'list')}
            />
          ))}
        </span>
      </div>
      {problem ? (
        <Note tone="alert">
          {problem}{' '}
          {problem === GALLERY_FAILED ? (
            <Button type="button" look="quiet" onClick={library.again}>
              Try again
            </Button>
          ) : null}
        </Note>
      ) : null}
      {pictures.length === 0 && state === 'read' && !problem ? (
        <EmptyState title={searchText ? 'No photos found.' : 'No photos yet.'} />
      ) : null}
      <ul className={asList ? 'picker-list' : 'tile-grid'}>
        {pictures.map((picture) => (
          <li key={picture.id} className="tile media-tile" data-chosen={isChosen(picture) || undefined}>
            <Picture picture={picture} alt="" title={picture.filename} sizes="180px" />
            <label>
              <input
                type="checkbox"
                className="check-box"
                checked={isChosen(picture)}
                onChange={() => toggle(picture)}
              />
              <span>{picture.filename}</span>
            </label>
            <span className="meta num">
              {formatFileSize(picture.size)}, {picture.type.replace('image/', '')}, {formatDay(picture.uploadedAt)}
            </span>
            {picture.inUse ? null : (
              <DeleteButton
                picture={picture}
                onDelete={async () => {
                  if (await library.remove(picture)) setChosen((all) => all.filter(({ id }) => id !== picture.id));
                }}
              />
            )}
          </li>
        ))}
      </ul>
      {state === 'reading' ? <Spinner /> : null}
      {nextCursor && state === 'read' ? (
        <div className="grid justify-items-center gap-2">
          <p className="meta num">
            Showing {pictures.length} of {total.toLocaleString('en-IN')} pictures
          </p>
          <Button type="button" look="card" onClick={library.more}>
            Show more
          </Button>
        </div>
      ) : null}
    </Dialog>
  );
}

function useLibrary(searchText: string) {
  const [page, setPage] = useState<PickerPage>({ pictures: [], total: 0 });
  const [state, setState] = useState<'reading' | 'read'>('reading');
  const [problem, setProblem] = useState<string>();
  const read = useCallback(
    async (cursor?: string) => {
      setState('reading');
      setProblem(undefined);
      const query = new URLSearchParams({ q: searchText, ...(cursor ? { cursor } : {}) });
      const answer = await fetch(`${href('/admin/media/pictures')}?${query}`).then(
        (response) => (response.ok ? (response.json() as Promise<PickerPage>) : undefined),
        () => undefined,
      );
      setState('read');
      if (!answer) return setProblem(GALLERY_FAILED);
      setPage((before) => (cursor ? { ...answer, pictures: [...before.pictures, ...answer.pictures] } : answer));
    },
    [searchText],
  );
  useEffect(() => {
    void read();
  }, [read]);
  return {
    ...page,
    state,
    problem,
    again: () => void read(),
    more: () => void read(page.nextCursor),
    put: (picture: ShownPicture) =>
      setPage((before) => ({ ...before, pictures: [picture, ...before.pictures], total: before.total + 1 })),
    remove: async ({ id }: ShownPicture): Promise<boolean> => {
      const body = new URLSearchParams({ intent: 'remove', id });
      const answer = await fetch(href('/admin/media/pictures'), { method: 'POST', body }).then(
        (response) => response.json() as Promise<{ ok: boolean; message?: string }>,
        () => ({ ok: false, message: DELETE_FAILED }),
      );
      setProblem(answer.ok ? undefined : (answer.message ?? DELETE_FAILED));
      if (answer.ok)
        setPage((before) => ({
          ...before,
          pictures: before.pictures.filter((picture) => picture.id !== id),
          total: before.total - 1,
        }));
      return answer.ok;
    },
  };
}

/** Another dialog would take the focus, so this button asks for confirmation. */
function DeleteButton({ picture, onDelete }: { picture: ShownPicture; onDelete: () => Promise<void> }) {
  const [isAsking, setAsking] = useState(false);
  if (!isAsking)
    return <IconButton icon="trash" small label={`Delete ${picture.filename}`} onClick={() => setAsking(true)} />;
  return (
    <div className="media-confirm" role="alertdialog" aria-label={`Delete ${picture.filename}`}>
      <p>{CONFIRM_DELETION}</p>
      <Button type="button" look="quiet" autoFocus onClick={() => setAsking(false)}>
        Cancel
      </Button>
      <Button
        type="button"
        look="quiet"
        className="button-alert"
        onClick={() => {
          setAsking(false);
          void onDelete();
        }}
      >
        Delete
      </Button>
    </div>
  );
}
