import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { formatRupees } from '#app/basics/money.ts';
import type { ArtworkSummary } from '#app/modules/catalogue/artwork.ts';
import { Icon } from '#app/ui/kit/icon.tsx';
import { useTypedEarly } from '#app/ui/kit/use-hydrated.ts';
import { Picture } from '#app/ui/shop/picture.tsx';

/** What `/api/search` answers: at most 5 pieces, and the words they were found for. */
export type SearchAnswer = { query: string; artworks: ArtworkSummary[] };

const CLOSE_AFTER_MS = 200;
const ASK_AFTER_MS = 150;
export const MAX_SEARCH = 100;

/**
 * Search as a form to the gallery (`/gallery?q=`); where JavaScript runs, up to five pieces drop down while typing:
 * arrows choose, Enter opens, Esc closes, and it closes 200 ms after the focus has left, so a tap is not lost.
 */
export function SearchBox({ wide, onDone }: { wide?: boolean; onDone?: () => void }) {
  const id = useId();
  const navigate = useNavigate();
  const location = useLocation();
  const [words, setWords] = useState('');
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState(-1);
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const asking = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [found, setFound] = useState<SearchAnswer>();

  const query = words.trim();
  const answer = query !== '' && found?.query === query ? found : undefined;
  const all = `/gallery?q=${encodeURIComponent(query)}`;
  const ways =
    answer && answer.artworks.length > 0 ? [...answer.artworks.map((artwork) => `/artwork/${artwork.id}`), all] : [];

  useEffect(() => {
    setOpen(false);
    setChosen(-1);
  }, [location.key]);
  useEffect(
    () => () => {
      clearTimeout(closing.current);
      clearTimeout(asking.current);
    },
    [],
  );

  const type = (typed: string) => {
    setWords(typed);
    setChosen(-1);
    setOpen(typed.trim() !== '');
    clearTimeout(asking.current);
    if (typed.trim() !== '')
      asking.current = setTimeout(
        () => void suggest(typed.trim()).then((suggested) => suggested && setFound(suggested)),
        ASK_AFTER_MS,
      );
  };
  const field = useRef<HTMLInputElement>(null);
  useTypedEarly(field, type);
  const go = (address: string) => {
    setOpen(false);
    onDone?.();
    void navigate(address);
  };
  const press = (event: KeyboardEvent) => {
    // A keyboard for Hindi takes Enter and the arrows for itself while it composes a word.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape' && open) {
      event.preventDefault();
      setOpen(false);
      setChosen(-1);
    }
    if (event.key === 'ArrowDown' && ways.length > 0) {
      event.preventDefault();
      setOpen(true);
      setChosen((chosen + 1) % ways.length);
    }
    if (event.key === 'ArrowUp' && ways.length > 0) {
      event.preventDefault();
      setOpen(true);
      setChosen((chosen <= 0 ? ways.length : chosen) - 1);
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      if (open && ways[chosen]) go(ways[chosen]);
      else if (query !== '') go(all);
    }
  };
  const shown = open && answer !== undefined;

  return (
    <div
      className={wide ? 'search-box search-box-wide' : 'search-box'}
      onFocus={() => {
        clearTimeout(closing.current);
        if (query !== '') setOpen(true);
      }}
      onBlur={() => {
        clearTimeout(closing.current);
        closing.current = setTimeout(() => setOpen(false), CLOSE_AFTER_MS);
      }}
    >
      <form action="/gallery" method="get" role="search" aria-label="Artworks">
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
            aria-expanded={shown && ways.length > 0}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={chosen >= 0 ? `${id}-${chosen}` : undefined}
            value={words}
            onChange={(event) => type(event.target.value)}
            onKeyDown={press}
          />
        </div>
        <button type="submit" className="sr-only">
          Search
        </button>
      </form>
      <div className="search-results" hidden={!shown}>
        <div role="listbox" id={`${id}-list`} aria-label="Artworks found">
          {shown
            ? answer.artworks.map((artwork, index) => (
                <Link
                  key={artwork.id}
                  role="option"
                  tabIndex={-1}
                  id={`${id}-${index}`}
                  aria-selected={chosen === index}
                  to={`/artwork/${artwork.id}`}
                  onClick={onDone}
                >
                  <Picture picture={artwork.picture} sizes="40px" alt="" />
                  <span>
                    {artwork.title}
                    <span className="meta block">{artwork.category}</span>
                  </span>
                  <b className="num">{formatRupees(artwork.price)}</b>
                </Link>
              ))
            : null}
          {ways.length > 0 && shown ? (
            <Link
              role="option"
              tabIndex={-1}
              id={`${id}-${ways.length - 1}`}
              aria-selected={chosen === ways.length - 1}
              className="search-results-all"
              to={all}
              onClick={onDone}
            >
              View all results in gallery
            </Link>
          ) : null}
        </div>
        {shown && answer.artworks.length === 0 ? (
          <div className="search-results-none">
            <p>No artworks found for "{answer.query}"</p>
            <p className="chips">
              {[
                ['Fabric', 'fabric'],
                ['Oil', 'oil'],
                ['Handcraft', 'handcraft'],
                ['Skin care', 'skin-care'],
              ].map(([label, path]) => (
                <Link key={path} className="chip" to={`/gallery/${path}`} onClick={onDone}>
                  {label}
                </Link>
              ))}
            </p>
          </div>
        ) : null}
      </div>
      <p className="sr-only" role="status">
        {shown
          ? answer.artworks.length > 0
            ? `${answer.artworks.length} found`
            : `No artworks found for "${answer.query}"`
          : ''}
      </p>
    </div>
  );
}

/** What drops down for some words; undefined when the shop can't be reached, for the search goes on without: Enter asks the gallery. */
async function suggest(query: string): Promise<SearchAnswer | undefined> {
  const response = await fetch(`/api/search?q=${encodeURIComponent(query)}`).catch(() => undefined);
  return response?.ok ? ((await response.json()) as SearchAnswer) : undefined;
}
