import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { Link, useLocation, useNavigate, href } from 'react-router';
import { type ArtworkSummary, formatPrice } from '#app/modules/catalogue/artworks/artwork.ts';
import { MEDIUM_LABELS, MEDIUMS } from '#app/modules/catalogue/artworks/medium.ts';
import { Icon } from '#app/ui/kit/icon.tsx';
import { useTypedEarly } from '#app/ui/kit/use-hydrated.ts';
import { Picture } from '#app/ui/shop/picture.tsx';

export type SearchAnswer = { query: string; artworks: ArtworkSummary[] };

const CLOSE_AFTER_MS = 200;
const ASK_AFTER_MS = 150;
export const MAX_SEARCH = 100;

/** Closes 200 ms after blur, so that a tap on a result still works. */
export function SearchBox({
  wide,
  shouldFocus,
  onDone,
}: {
  wide?: boolean;
  shouldFocus?: boolean;
  onDone?: () => void;
}) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const { text, query, answer, isOpen, chosen, type, setOpen, closeSoon, choose } = useSuggestions();
  useTypedEarly(field, type);
  // React's autoFocus would focus the field while it is hidden.
  useEffect(() => {
    if (!shouldFocus || !field.current) return;
    field.current.setAttribute('autofocus', '');
    if (field.current.matches(':popover-open *')) field.current.focus();
  }, [shouldFocus]);
  const navigate = useNavigate();
  const all = `${href('/gallery')}?q=${encodeURIComponent(query)}`;
  const addresses =
    answer && answer.artworks.length > 0
      ? [...answer.artworks.map((artwork) => href('/artwork/:id', { id: artwork.slug })), all]
      : [];

  const go = (address: string) => {
    setOpen(false);
    onDone?.();
    void navigate(address);
  };
  const press = (event: KeyboardEvent) => {
    // An input method for Hindi uses Enter and arrows during composition.
    if (event.nativeEvent.isComposing) return;
    const count = addresses.length;
    if (event.key === 'Escape' && isOpen) {
      setOpen(false);
      choose(-1);
    } else if (event.key === 'ArrowDown' && count > 0) {
      setOpen(true);
      choose((chosen + 1) % count);
    } else if (event.key === 'ArrowUp' && count > 0) {
      setOpen(true);
      choose((chosen <= 0 ? count : chosen) - 1);
    } else if (event.key === 'Enter') {
      if (isOpen && addresses[chosen]) go(addresses[chosen]);
      else if (query !== '') go(all);
    } else return;
    event.preventDefault();
  };
  const shown = isOpen ? answer : undefined;

  return (
    <div
      className={wide ? 'search-box search-box-wide' : 'search-box'}
      onFocus={() => setOpen(query !== '' || isOpen)}
      onBlur={closeSoon}
    >
      <form action={href('/gallery')} method="get" role="search" aria-label="Artworks">
        <div className="search-box-line">
          <Icon name="search" small />
          <input
            ref={field}
            type="search"
            name="q"
            placeholder="Search artworks"
            aria-label="Search artworks"
            autoComplete="off"
            maxLength={MAX_SEARCH}
            role="combobox"
            aria-expanded={shown !== undefined && addresses.length > 0}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={chosen >= 0 ? `${id}-${chosen}` : undefined}
            value={text}
            onChange={(event) => type(event.target.value)}
            onKeyDown={press}
          />
        </div>
        <button type="submit" className="sr-only">
          Search
        </button>
      </form>
      <SearchResults {...{ id, chosen, all, onDone }} answer={shown} />
      <p className="sr-only" role="status">
        {shown
          ? shown.artworks.length > 0
            ? `${shown.artworks.length} found`
            : `No artworks found for "${shown.query}"`
          : ''}
      </p>
    </div>
  );
}

function SearchResults({
  id,
  answer,
  chosen,
  all,
  onDone,
}: {
  id: string;
  answer: SearchAnswer | undefined;
  chosen: number;
  all: string;
  onDone?: () => void;
}) {
  return (
    <div className="search-results" hidden={!answer}>
      <div role="listbox" id={`${id}-list`} aria-label="Artworks found">
        {answer?.artworks.map((artwork, index) => (
          <Link
            key={artwork.id}
            role="option"
            tabIndex={-1}
            id={`${id}-${index}`}
            aria-selected={chosen === index}
            to={href('/artwork/:id', { id: artwork.slug })}
            onClick={onDone}
          >
            <Picture picture={artwork.picture} sizes="40px" alt="" />
            <span>
              {artwork.title}
              <span className="meta block">{artwork.category}</span>
            </span>
            <b className="num" translate="no">
              {formatPrice(artwork.price)}
            </b>
          </Link>
        ))}
        {answer && answer.artworks.length > 0 ? (
          <Link
            role="option"
            tabIndex={-1}
            id={`${id}-${answer.artworks.length}`}
            aria-selected={chosen === answer.artworks.length}
            className="search-results-all"
            to={all}
            onClick={onDone}
          >
            View all results in gallery
          </Link>
        ) : null}
      </div>
      {answer?.artworks.length === 0 ? (
        <div className="search-results-none">
          <p>No artworks found for "{answer.query}"</p>
          <p className="chips">
            {MEDIUMS.map((medium) => (
              <Link key={medium} className="chip" to={href(`/gallery/${medium}`)} onClick={onDone}>
                {MEDIUM_LABELS[medium]}
              </Link>
            ))}
          </p>
        </div>
      ) : null}
    </div>
  );
}

function useSuggestions() {
  const { key } = useLocation();
  const [text, setText] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const [chosen, choose] = useState(-1);
  const [found, setFound] = useState<SearchAnswer>();
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const asking = useRef<ReturnType<typeof setTimeout>>(undefined);
  const newest = useRef('');

  useEffect(() => {
    setIsOpen(false);
    choose(-1);
  }, [key]);
  useEffect(
    () => () => {
      clearTimeout(closing.current);
      clearTimeout(asking.current);
    },
    [],
  );

  const query = text.trim();
  return {
    text,
    query,
    answer: query !== '' && found?.query === query ? found : undefined,
    isOpen,
    chosen,
    choose,
    setOpen: (open: boolean) => {
      clearTimeout(closing.current);
      setIsOpen(open);
    },
    closeSoon: () => {
      clearTimeout(closing.current);
      closing.current = setTimeout(() => setIsOpen(false), CLOSE_AFTER_MS);
    },
    type: (typed: string) => {
      const wanted = typed.trim();
      setText(typed);
      choose(-1);
      setIsOpen(wanted !== '');
      clearTimeout(asking.current);
      newest.current = wanted;
      if (wanted === '') return;
      const ask = () => void suggest(wanted).then((answer) => answer && newest.current === wanted && setFound(answer));
      asking.current = setTimeout(ask, ASK_AFTER_MS);
    },
  };
}

async function suggest(query: string): Promise<SearchAnswer | undefined> {
  const response = await fetch(`${href('/api/search')}?q=${encodeURIComponent(query)}`).catch(() => undefined);
  return response?.ok ? ((await response.json()) as SearchAnswer) : undefined;
}
