type Script = { hydrate: () => void };

/** The first signs of a person. */
const STIRS = ['pointerdown', 'touchstart', 'keydown', 'focusin', 'input'] as const;
/** Where the browser does not say when it is idle. */
const STARTS_AFTER_MS = 200;
const MAX_IDLE_WAIT_MS = 2_000;

/**
 * Loads the page's script and hydrates the page once it has loaded and the browser is idle, or at the first touch, key or focus. Until
 * then links and forms are the browser's own. A page that is being left by one of them stays as it is, so that nothing is sent twice.
 */
export function startWhenNeeded(load: () => Promise<Script>): void {
  const listening = new AbortController();
  const { signal } = listening;
  let isBeingLeft = false;
  const start = async () => {
    const { hydrate } = await load();
    if (isBeingLeft || signal.aborted) return;
    listening.abort();
    hydrate();
  };
  const startNow = () => {
    isBeingLeft = false;
    void start();
  };
  const startWhenIdle = () => {
    isBeingLeft = false;
    if ('requestIdleCallback' in window) requestIdleCallback(() => void start(), { timeout: MAX_IDLE_WAIT_MS });
    else setTimeout(() => void start(), STARTS_AFTER_MS);
  };
  window.addEventListener('beforeunload', () => (isBeingLeft = true), { signal });
  // After the load, and when Back brings the page from the browser's memory.
  window.addEventListener('pageshow', startWhenIdle, { signal });
  for (const name of STIRS) window.addEventListener(name, startNow, { signal, passive: true });
  if (navigator.userActivation?.hasBeenActive) startNow();
  else if (document.readyState === 'complete') startWhenIdle();
}
