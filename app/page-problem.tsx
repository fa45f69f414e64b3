import { isRouteErrorResponse, useLocation, href } from 'react-router';
import { isRefusedStatus, REQUEST_REFUSED } from '#app/basics/refused-request.ts';
import { requestReference } from '#app/basics/request-reference.ts';
import { requestIdOf } from '#app/ui/kit/request-id-of.ts';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import { EmptyState } from '#app/ui/kit/empty-state.tsx';
import { isUnreached } from '#app/ui/kit/is-unreached.ts';
import { Unreached } from './unreached.tsx';

export function PageProblem({ error }: { error: unknown }) {
  const { pathname, search } = useLocation();
  if (isUnreached(error)) return <Unreached />;
  const missing = isRouteErrorResponse(error) && error.status === 404;
  const refused = isRouteErrorResponse(error) && isRefusedStatus(error.status) && REQUEST_REFUSED[error.status];
  const waits = isRouteErrorResponse(error) && error.status === 429 && typeof error.data === 'string' && error.data;
  const requestId = requestIdOf(error);
  return (
    <div className="wrap">
      <title>{missing ? 'Page not found' : 'Something went wrong'}</title>
      <meta name="robots" content="noindex" />
      <EmptyState
        level={1}
        title={missing ? 'We couldn’t find that page' : waits ? 'Please wait' : 'Something went wrong'}
        action={
          <>
            {missing ? null : (
              <ButtonLink reloadDocument to={pathname + search}>
                Try again
              </ButtonLink>
            )}
            <ButtonLink look={missing ? 'primary' : 'secondary'} to={href('/')}>
              Go to the home page
            </ButtonLink>
          </>
        }
      >
        {missing
          ? 'Check the address, or start from our home page.'
          : waits ||
            refused ||
            `Something went wrong on our side, and we have been notified. Nothing was ordered or paid twice. Please try again in a moment.${requestId ? ` ${requestReference(requestId)}` : ''}`}
      </EmptyState>
    </div>
  );
}
