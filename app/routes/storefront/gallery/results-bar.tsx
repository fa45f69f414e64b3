import { Link } from 'react-router';
import { Icon } from '#app/ui/kit/icon.tsx';
import { formatArtworks } from '#app/modules/catalogue/artworks/filter.ts';
import { SortChoice } from './gallery-filters.tsx';

export function ResultsBar({
  total,
  applied,
  sort,
  view,
  viewAt,
  isPanelShown,
  onPanel,
}: {
  total: number;
  applied: number;
  sort: string;
  view: 'grid' | 'list';
  viewAt: (view: 'grid' | 'list') => string;
  isPanelShown: boolean;
  onPanel: () => void;
}) {
  return (
    <div className="results-bar">
      <div className="wrap">
        <p className="results-found num" role="status">
          {`${formatArtworks(total)} found`}
        </p>
        <button type="button" className="bar-button lg:hidden" popoverTarget="filters">
          <Icon name="filter" small />
          Filters
          {applied > 0 ? (
            <span className="badge badge-plain badge-geru" translate="no">
              {applied}
              <span className="sr-only"> applied</span>
            </span>
          ) : null}
        </button>
        <button
          type="button"
          className="bar-button needs-script hidden lg:inline-flex"
          aria-expanded={isPanelShown}
          aria-controls="filters"
          onClick={onPanel}
        >
          <Icon name="filter" small />
          Filters
        </button>
        <SortChoice sort={sort} />
        <nav className="layout-switch" aria-label="Layout">
          {(['grid', 'list'] as const).map((each) => (
            <Link
              key={each}
              to={viewAt(each)}
              aria-label={each === 'grid' ? 'Grid' : 'List'}
              aria-current={view === each ? 'true' : undefined}
              preventScrollReset
              replace
            >
              <Icon name={each} />
            </Link>
          ))}
        </nav>
      </div>
    </div>
  );
}
