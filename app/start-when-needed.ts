type Script = { hydrate: () => void };

/** The first signs of a person. */
const STIRS = ['pointerdown', 'keydown', 'focusin'] as const;

/**
 * Loads the page's script and hydrates the page once it has loaded and the browser is idle, or at the first touch, key or focus. Until
 * then links and forms are the browser's own. A page that is being left by one of them stays as it is, so that nothing is sent twice.
 */
export function startWhenNeeded(load: () => Promise<Script>): void {
  const listening = new AbortController();
  const { signal } = listening;
  let isBeingLeft = false;
  const start = () => {
    isBeingLeft = false;
    void load().then(({ hydrate }) => {
      if (isBeingLeft || signal.aborted) return;
      listening.abort();
      hydrate();
    });
  };
  // Not every browser says when it is idle.
  const whenIdle = 'requestIdleCallback' in window ? requestIdleCallback : setTimeout;
  const startWhenIdle = () => void whenIdle(start);
  window.addEventListener('beforeunload', () => (isBeingLeft = true), { signal });
  // After the load, and when Back brings the page from the browser's memory.
  window.addEventListener('pageshow', startWhenIdle, { signal });
  for (const name of STIRS) window.addEventListener(name, start, { signal });
  if (document.readyState === 'complete') startWhenIdle();
}
