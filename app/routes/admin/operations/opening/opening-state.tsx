import { href, Link } from 'react-router';
import { formatDay } from '#app/basics/india.ts';
import { Note } from '#app/ui/kit/note.tsx';

export function OpeningState({
  missing,
  isOpened,
  hasOrders,
  hasArtworks,
  openedAt,
}: {
  missing: number;
  isOpened: boolean;
  hasOrders: boolean;
  hasArtworks: boolean;
  openedAt: Date | null;
}) {
  if (openedAt !== null && missing === 0) return <Note tone="done">Open since {formatDay(openedAt)}.</Note>;
  if (hasOrders)
    return missing === 0 ? null : (
      <Note tone="info">
        {openedAt === null ? null : <>Open since {formatDay(openedAt)}. </>}
        Your shop has taken orders, so it stays open. Please complete the checklist.
      </Note>
    );
  if (!isOpened)
    return (
      <Note tone="info">
        Your shop is closed. Visitors see “We open soon”.
        {hasArtworks ? null : (
          <>
            {' '}
            You have nothing to sell yet:{' '}
            <Link className="link" to={href('/admin/artworks/new')}>
              Add your first piece
            </Link>
            .
          </>
        )}
      </Note>
    );
  return missing === 0 ? null : (
    <Note tone="alert">
      Your shop is closed to buyers until every item on the checklist is complete. Visitors see “We open soon”.
    </Note>
  );
}
