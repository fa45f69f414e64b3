import { Form, Link, Outlet, redirect, useLocation, useRevalidator, useSearchParams } from 'react-router';
import { formatShortDay } from '#app/basics/india.ts';
import { mayUpload, storePicture } from '#app/modules/media/media.server.ts';
import { SOME_UPLOADS_FAILED, storeRefusal, UPLOAD_FAILED } from '#app/modules/media/messages.ts';
import { formatFileSize } from '#app/modules/media/picture.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { ListHead, ListSearch, Paging } from '#app/routes/admin/shared/list-parts.tsx';
import { pickListSearch, changedSearch } from '#app/routes/admin/shared/list-search.ts';
import { type RecordColumn, RecordList } from '#app/routes/admin/shared/record-list.tsx';
import { ViewToggle } from '#app/routes/admin/shared/view-toggle.tsx';
import { Badge } from '#app/ui/kit/badge.tsx';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { EmptyState } from '#app/ui/kit/empty-state.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { Picture } from '#app/ui/shop/picture.tsx';
import type { Route } from './+types/media.ts';
import { libraryPage } from './library-page.server.ts';
import type { ShownPicture } from './pictures.ts';
import { UploadArea, UploadsStatus, useLibraryUploads } from './upload-area.tsx';

export const meta = () => adminMeta('Media');

export const loader = ({ context, url }: Route.LoaderArgs) => libraryPage(context.get(shopContext), url);

/** The upload of a browser without a script: what was chosen comes with the form. */
export async function action({ request, context }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  if (!(await mayUpload(shop))) return { failed: [UPLOAD_FAILED] };
  const failed: string[] = [];
  for (const file of (await request.formData()).getAll('picture')) {
    if (!(file instanceof File) || file.size === 0) continue;
    const stored = await storePicture(shop, { bytes: await file.bytes(), originalFilename: file.name });
    if (!stored.ok) failed.push(`${file.name}: ${storeRefusal(stored)}`);
  }
  return failed.length > 0 ? { failed } : redirect('/admin/media', 303);
}

/** Every picture of the shop, in use or not, newest first. */
export default function Media({
  loaderData: { pictures, total, nextCursor },
  actionData: answer,
}: Route.ComponentProps) {
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const { revalidate } = useRevalidator();
  const uploads = useLibraryUploads(() => void revalidate());
  const listSearch = pickListSearch(search);
  const asList = search.get('view') === 'list';
  const isSearch = Boolean(search.get('q'));
  const listAt = (changes: Record<string, string | undefined>) => `/admin/media${changedSearch(search, changes)}`;
  return (
    <>
      <ListHead title="Media" count={total === 1 ? '1 picture' : `${total.toLocaleString('en-IN')} pictures`}>
        <ViewToggle asList={asList} to={listAt} />
      </ListHead>
      {search.has('deleted') && pathname === '/admin/media' ? <Note tone="done">Image deleted.</Note> : null}
      {answer?.failed ? (
        <Note tone="alert">
          <p className="font-semibold">{SOME_UPLOADS_FAILED}</p>
          {answer.failed.map((line) => (
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
      <ListSearch path="/admin/media" keep={['view']} label="Search pictures" placeholder="File name or description" />
      <section className="panel" aria-label="Pictures found">
        {pictures.length === 0 ? (
          <EmptyState
            title={isSearch ? 'No pictures found.' : 'No pictures yet.'}
            action={
              isSearch ? (
                <ButtonLink look="secondary" to="/admin/media">
                  Show all pictures
                </ButtonLink>
              ) : undefined
            }
          >
            {isSearch ? 'Nothing in the library fits this search.' : 'The first one you upload will stand here.'}
          </EmptyState>
        ) : asList ? (
          <RecordList
            caption="Pictures, newest first"
            rows={pictures}
            keyOf={(picture) => picture.id}
            title={{ head: 'File', of: nameCell, to: (picture) => `/admin/media/${picture.id}${listSearch}` }}
            columns={COLUMNS}
          />
        ) : (
          <ul className="tile-grid">
            {pictures.map((picture) => (
              <li key={picture.id} className="tile media-tile">
                <Picture picture={picture} alt="" title={picture.filename} sizes="(min-width: 64rem) 180px, 45vw" />
                <Link to={`/admin/media/${picture.id}${listSearch}`} preventScrollReset>
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
        <Paging path="/admin/media" shown={pictures.length} of={total} next={nextCursor} />
      </section>
      <Outlet />
    </>
  );
}

const nameCell = (picture: ShownPicture) => (
  <span className="flex items-center gap-3">
    <Picture picture={picture} alt="" sizes="48px" className="h-15 w-12 shrink-0" />
    <span className="min-w-0 wrap-anywhere">{picture.filename}</span>
  </span>
);

const COLUMNS: RecordColumn<ShownPicture>[] = [
  { head: 'Shows', cell: (picture) => picture.alt || <span className="text-ink-3">No description</span>, card: 'line' },
  { head: 'Size', cell: (picture) => formatFileSize(picture.size), right: true, card: 'line' },
  { head: 'Pixels', cell: (picture) => `${picture.width} × ${picture.height}`, right: true, card: 'line' },
  { head: 'Used', cell: (picture) => (picture.inUse ? 'In use' : 'Not used'), card: 'badge' },
  { head: 'Uploaded', cell: (picture) => formatShortDay(picture.uploadedAt), card: 'line' },
];
