const APP_OPENS_WITHIN_MS = 3_000;

/** Returns whether an app opened the link: otherwise the page stays visible. */
export function leftForApp(): Promise<boolean> {
  return new Promise((resolve) => {
    const leave = () => {
      clearTimeout(timer);
      resolve(true);
    };
    const timer = setTimeout(() => {
      document.removeEventListener('visibilitychange', leave);
      resolve(false);
    }, APP_OPENS_WITHIN_MS);
    document.addEventListener('visibilitychange', leave, { once: true });
  });
}

export function openApp(link: string): Promise<boolean> {
  const left = leftForApp();
  window.location.assign(link);
  return left;
}
