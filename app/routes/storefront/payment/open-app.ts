const APP_OPENS_WITHIN_MS = 3_000;

/** Whether an app takes the link that was just followed: a page that stays in sight tells that none did. */
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

/** Opens the link in an app of this phone; answers false when none took it. */
export function openApp(link: string): Promise<boolean> {
  const left = leftForApp();
  window.location.assign(link);
  return left;
}
