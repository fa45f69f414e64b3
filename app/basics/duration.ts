/** 'a minute', '3 minutes': how long somebody must wait who did too much at once; rounded up. */
export function formatMinutes(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 1 ? 'a minute' : `${minutes} minutes`;
}

/** What somebody reads who tried too often. */
export const tooManyTries = (retryAfterSeconds: number): string =>
  `Too many tries. Please wait ${formatMinutes(retryAfterSeconds)} and try again.`;
