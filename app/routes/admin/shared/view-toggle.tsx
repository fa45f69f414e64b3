import { IconLink } from '#app/ui/kit/button.tsx';

export function ViewToggle({
  asList,
  to,
}: {
  asList: boolean;
  to: (changes: Record<string, string | undefined>) => string;
}) {
  return (
    <nav className="flex" aria-label="View">
      {(['grid', 'list'] as const).map((view) => (
        <IconLink
          key={view}
          icon={view}
          label={view === 'grid' ? 'Grid' : 'List'}
          to={to({ view: view === 'list' ? view : undefined })}
          aria-current={asList === (view === 'list') ? 'true' : undefined}
          className="current:text-geru"
          preventScrollReset
        />
      ))}
    </nav>
  );
}
