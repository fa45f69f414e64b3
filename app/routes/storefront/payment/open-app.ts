const APP_OPENS_WITHIN_MS = 3_000;

/** Returns whether an app, or the phone's choice of apps, has covered the page. */
export function leftForApp(): Promise<boolean> {
  return new Promise((resolve) => {
    const leave = () => {
      clearTimeout(timer);
      resolve(true);
    };
    const timer = setTimeout(() => {
      document.removeEventListener('visibilitychange', leave);
      window.removeEventListener('blur', leave);
      resolve(false);
    }, APP_OPENS_WITHIN_MS);
    document.addEventListener('visibilitychange', leave, { once: true });
    window.addEventListener('blur', leave, { once: true });
  });
}

export function openApp(link: string): Promise<boolean> {
  const left = leftForApp();
  window.location.assign(link);
  return left;
}
