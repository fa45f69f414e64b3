import { lookAhead, lookAheadForScript } from '#app/ui/kit/page-memory.ts';
import { openingArtwork } from './opening-artwork.ts';
import { PAGE_PICTURE_SIZES } from './picture.tsx';

/** The link of a card: what it leads to may be fetched before it is pressed. */
const LINK = 'a[data-ahead]';

/** As many pages are fetched ahead on one page, and as many whenever a finger comes to rest. */
const MAX_ON_A_PAGE = 20;
const MAX_AT_REST = 4;
const RESTS_AFTER_MS = 400;

/** Nobody pays for pages they may never open: not with Save-Data, nor on a network below 4G. */
function mayLookAhead(): boolean {
  const { saveData, effectiveType } =
    (navigator as { connection?: { saveData?: boolean; effectiveType?: string } }).connection ?? {};
  return !saveData && (effectiveType ?? '4g') === '4g' && navigator.onLine;
}

/**
 * Fetches the page of a card, and its first picture, when the mouse or the keyboard comes to the card; where fingers scroll, those
 * in the middle of the screen whenever it comes to rest. A press fetches what isn't there yet, the moment the finger is down.
 * Called once, when somebody stirs; it watches for as long as the tab is open.
 */
export function watchCards(): void {
  let page = '';
  const done = new Set<string>();
  const fetchAhead = async (link: HTMLAnchorElement) => {
    if (page !== window.location.href) done.clear();
    page = window.location.href;
    const address = link.pathname + link.search;
    // What was pressed comes alone.
    if (done.has(address) || done.size >= MAX_ON_A_PAGE || openingArtwork.get() || !mayLookAhead()) return;
    done.add(address);
    await lookAhead(address);
    if (!openingArtwork.get()) fetchPicture(link);
  };
  const near = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>(LINK) : null;
    if (link) void fetchAhead(link);
  };
  const rest = async () => {
    for (const link of inTheMiddle()) await fetchAhead(link);
  };
  for (const name of ['pointerover', 'pointerdown', 'focusin'])
    document.addEventListener(name, near, { passive: true });
  // All cards lead to the same kind of page, whose script is there from now on.
  const link = document.querySelector<HTMLAnchorElement>(LINK);
  if (link && mayLookAhead()) lookAheadForScript(link.pathname);
  if (!window.matchMedia('(hover: none)').matches) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const restLater = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void rest(), RESTS_AFTER_MS);
  };
  restLater();
  window.addEventListener('scroll', restLater, { passive: true });
}

/** The cards on the screen, the one nearest to its middle first. */
function inTheMiddle(): HTMLAnchorElement[] {
  const awayFromMiddle = (link: Element) => {
    const { top, bottom } = (link.closest('.card') ?? link).getBoundingClientRect();
    return Math.abs((top + bottom - window.innerHeight) / 2);
  };
  return [...document.querySelectorAll<HTMLAnchorElement>(LINK)]
    .map((link) => ({ link, away: awayFromMiddle(link) }))
    .filter(({ away }) => away < window.innerHeight / 2)
    .toSorted((one, other) => one.away - other.away)
    .slice(0, MAX_AT_REST)
    .map(({ link }) => link);
}

/** The card's picture as its page shows it. */
function fetchPicture(link: Element): void {
  const source = link.closest('.card')?.querySelector<HTMLSourceElement>('source[type="image/avif"]');
  if (!source) return;
  const picture = document.createElement('link');
  Object.assign(picture, { rel: 'preload', as: 'image', type: source.type, fetchPriority: 'low' });
  picture.imageSizes = PAGE_PICTURE_SIZES;
  picture.imageSrcset = source.srcset;
  document.head.append(picture);
  picture.addEventListener('load', () => picture.remove());
}
