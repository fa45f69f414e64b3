type Range = { from: number; to: number };

/** Returns “5–7”, with a word joiner that prevents a line break after the dash. */
export const formatRange = ({ from, to }: Range): string => (from === to ? `${from}` : `${from}–\u2060${to}`);

export const formatSpan = (length: number | Range, unit: 'hour' | 'day' | 'business day' | 'week'): string => {
  const range = typeof length === 'number' ? { from: length, to: length } : length;
  return `${formatRange(range)} ${unit}${range.to === 1 ? '' : 's'}`;
};

export function formatMinutes(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 1 ? 'a minute' : `${minutes} minutes`;
}

export const tooManyTries = (retryAfterSeconds: number): string =>
  `Too many tries. Please wait ${formatMinutes(retryAfterSeconds)} and try again.`;
