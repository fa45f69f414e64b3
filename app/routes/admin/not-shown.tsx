import { useLocation } from 'react-router';
import { requestReference } from '#app/basics/request-reference.ts';
import { ErrorReportLink } from '#app/routes/admin/shared/error-report-link.tsx';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import { EmptyState } from '#app/ui/kit/empty-state.tsx';

export function NotShown({
  isMissing,
  isUnreached,
  requestId,
  isOwner,
}: {
  isMissing: boolean;
  isUnreached: boolean;
  requestId?: string | undefined;
  isOwner: boolean;
}) {
  const { pathname, search } = useLocation();
  const title = isMissing ? 'Page not found' : isUnreached ? 'Can’t reach the shop' : 'Couldn’t load this page';
  return (
    <>
      <title>{`${title}, admin`}</title>
      <EmptyState
        level={1}
        title={title}
        action={
          isMissing ? undefined : (
            <ButtonLink to={`${pathname}${search}`} replace reloadDocument>
              Try again
            </ButtonLink>
          )
        }
      >
        {isMissing
          ? 'It may have been deleted.'
          : isUnreached
            ? 'You seem to be offline. Nothing was changed.'
            : `The error was logged. The other pages still work.${requestId ? ` ${requestReference(requestId)}` : ''}`}
      </EmptyState>
      {isOwner && !isMissing && !isUnreached ? (
        <p className="text-center">
          <ErrorReportLink />
        </p>
      ) : null}
    </>
  );
}
