import { Form, Link, useSearchParams, href } from 'react-router';
import { formatShortDay } from '#app/basics/india.ts';
import { checkUploads } from '#app/modules/catalogue/media/media.server.ts';
import { SOME_UPLOADS_FAILED } from '#app/modules/catalogue/media/messages.ts';
import { formatFileSize } from '#app/modules/catalogue/media/picture.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { Failed } from '#app/routes/admin/shared/done.tsx';
import { countOf } from '#app/routes/admin/shared/labels.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import { limitPictures } from '#app/routes/sent-pictures.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { ListPage } from '#app/routes/admin/shared/list-page.tsx';
import { changedSearch, useListSearch } from '#app/routes/admin/shared/list-search.ts';
import { type RecordColumn, RecordList } from '#app/routes/admin/shared/record-list.tsx';
import { ViewToggle } from '#app/routes/admin/shared/view-toggle.tsx';
import { Badge } from '#app/ui/kit/badge.tsx';
import { Button } from '#app/ui/kit/button.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { useRevalidate } from '#app/ui/kit/use-revalidate.ts';
import { WrappedText } from '#app/ui/kit/wrapped-text.tsx';
import { Picture } from '#app/ui/shop/picture.tsx';
import type { Route } from './+types/media.ts';
import { libraryPage } from './library-page.server.ts';
import type { ShownPicture } from './pictures.ts';
import { storeSentPictures } from './store-sent-pictures.server.ts';
import { UploadArea, UploadsStatus, useLibraryUploads } from './upload-area.tsx';

export const meta = adminMeta('Photos');

export const loader = ({ context, url }: Route.LoaderArgs) => libraryPage(context.get(shopContext), url);

const form = formOf();

export const action = formAction(
  form({
    prepare: storeSentPictures,
    run: async (_shop, _fields, _args, { failed }) => failed,
    done: (failed) => (failed.length > 0 ? { failed } : href('/admin/media')),
    refused: {},
  }),
  { before: limitPictures(checkUploads) },
);

export default function Media({
  loaderData: { pictures, total, nextCursor },
  actionData: answer,
}: Route.ComponentProps) {
  const [search] = useSearchParams();
  const revalidate = useRevalidate();
  const uploads = useLibraryUploads(() => void revalidate());
  const listSearch = useListSearch();
  const asList = search.get('view') === 'list';
  return (
    <ListPage
      path={href('/admin/media')}
      title="Photos"
      count={countOf(total, 'photo')}
      add={<ViewToggle asList={asList} to={(changes) => `${href('/admin/media')}${changedSearch(search, changes)}`} />}
      outcome={search.has('deleted') ? <Note tone="done">Image deleted.</Note> : null}
      above={
        <>
          <Failed />
          {answer && 'failed' in answer ? (
            <Note tone="alert">
              <p className="font-semibold">{SOME_UPLOADS_FAILED}</p>
              {(answer.failed as string[]).map((line) => (
                <p key={line}>{line}</p>
              ))}
            </Note>
          ) : null}
          <Form method="post" encType="multipart/form-data" aria-label="Upload">
            <UploadArea uploads={uploads}>
              <noscript>
                <Button look="card">Upload</Button>
              </noscript>
            </UploadArea>
            <UploadsStatus uploads={uploads} />
          </Form>
        </>
      }
      search={{ label: 'Search photos', placeholder: 'File name or description' }}
      found="Photos found"
      shown={pictures.length}
      total={total}
      next={nextCursor}
      empty={{
        title: search.get('q') ? 'No photos found.' : 'No photos yet.',
        first: 'Upload your first photo to start.',
        none: 'Try a different search.',
        all: 'Show all photos',
      }}
    >
      {asList ? (
        <RecordList
          caption="Photos, newest first"
          rows={pictures}
          title={{
            head: 'File',
            of: nameCell,
            to: (picture) => `${href('/admin/media/:id', { id: picture.id })}${listSearch}`,
          }}
          columns={COLUMNS}
        />
      ) : (
        <ul className="tile-grid">
          {pictures.map((picture) => (
            <li key={picture.id} className="tile media-tile">
              <Picture picture={picture} alt="" title={picture.filename} sizes="(min-width: 64rem) 180px, 45vw" />
              <Link data-row to={`${href('/admin/media/:id', { id: picture.id })}${listSearch}`} preventScrollReset>
                {picture.filename}
              </Link>
              <span className="meta num">
                {formatFileSize(picture.size)}, {picture.width} × {picture.height}
              </span>
              {picture.inUse ? null : <Badge plain>Not used</Badge>}
            </li>
          ))}
        </ul>
      )}
    </ListPage>
  );
}

const nameCell = (picture: ShownPicture) => (
  <span className="flex items-center gap-3">
    <Picture picture={picture} alt="" sizes="48px" className="h-15 w-12 shrink-0" />
    <span>
      <WrappedText text={picture.filename} />
    </span>
  </span>
);

const COLUMNS: RecordColumn<ShownPicture>[] = [
  { head: 'Shows', cell: (picture) => picture.alt || <span className="text-ink-3">No description</span>, card: 'line' },
  { head: 'Size', cell: (picture) => formatFileSize(picture.size), right: true, card: 'foot' },
  { head: 'Pixels', cell: (picture) => `${picture.width} × ${picture.height}`, right: true, card: 'foot' },
  { head: 'Used', cell: (picture) => (picture.inUse ? 'In use' : 'Not used'), card: 'badge' },
  { head: 'Uploaded', cell: (picture) => formatShortDay(picture.uploadedAt), card: 'foot' },
];
