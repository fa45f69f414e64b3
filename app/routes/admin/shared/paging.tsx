import { ButtonLink } from '#app/ui/kit/button.tsx';

/** The foot of a list that is read page by page: how many of how many, back to the first page, on to the next. */
export function Paging({ shown, of, first, next }: { shown: number; of: number; first?: string; next?: string }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-panel py-2.5">
      <span className="meta num">
        Showing {shown} of {of.toLocaleString('en-IN')}
      </span>
      <span className="flex gap-2">
        {first ? (
          <ButtonLink look="card" to={first}>
            First page
          </ButtonLink>
        ) : null}
        {next ? (
          <ButtonLink look="card" to={next}>
            Next
          </ButtonLink>
        ) : null}
      </span>
    </div>
  );
}
