type Script = { hydrate: () => void };

const STIRS = ['pointerdown', 'keydown', 'focusin'] as const;

/**
 * Hydrates when the browser is idle or at the first input. A page that the visitor is leaving is not hydrated, so that
 * nothing is sent twice.
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
  const whenIdle = 'requestIdleCallback' in window ? requestIdleCallback : setTimeout;
  const startWhenIdle = () => void whenIdle(start);
  window.addEventListener('beforeunload', () => (isBeingLeft = true), { signal });
  // Back may show the page again.
  window.addEventListener('pageshow', startWhenIdle, { signal });
  for (const name of STIRS) window.addEventListener(name, start, { signal });
  if (document.readyState === 'complete') startWhenIdle();
}
