import { IconLink } from '#app/ui/kit/button.tsx';

/** Grid or list, as addresses: what is chosen is marked, and survives back. */
export function ViewToggle({
  asList,
  to,
}: {
  asList: boolean;
  to: (changes: Record<string, string | undefined>) => string;
}) {
  return (
    <nav className="flex" aria-label="View">
      <IconLink
        icon="grid"
        label="Grid"
        to={to({ view: undefined })}
        aria-current={asList ? undefined : 'true'}
        className="current:text-geru"
        preventScrollReset
      />
      <IconLink
        icon="list"
        label="List"
        to={to({ view: 'list' })}
        aria-current={asList ? 'true' : undefined}
        className="current:text-geru"
        preventScrollReset
      />
    </nav>
  );
}
