import { ButtonLink } from './button.tsx';

/** The way to the rest of a list: an address with more on it, so that it works without JavaScript and survives back. */
export function ShowMore({ to, shown, total, noun }: { to: string; shown: number; total: number; noun: string }) {
  return (
    <div className="mt-10 grid justify-items-center gap-4 text-center">
      <p className="meta">
        Showing {shown} of {total} {noun}
      </p>
      {shown < total ? (
        <ButtonLink look="secondary" to={to} preventScrollReset replace>
          Show more
        </ButtonLink>
      ) : null}
    </div>
  );
}
