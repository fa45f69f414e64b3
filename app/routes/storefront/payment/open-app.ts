const APP_OPENS_WITHIN_MS = 3_000;

/** Opens the link in an app of this phone; answers false when the page never left the sight. */
export function openApp(link: string): Promise<boolean> {
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
    window.location.assign(link);
  });
}
