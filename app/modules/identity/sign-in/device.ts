export type Device = { id: string; browser: string; place: string; lastSeenAt: Date; isThis: boolean };

export function browserName(userAgent: string | null): string {
  const agent = userAgent ?? '';
  const browser = BROWSERS.find(([sign]) => sign.test(agent))?.[1];
  const system = SYSTEMS.find(([sign]) => sign.test(agent))?.[1];
  if (!browser) return system ? `A browser on ${system}` : 'An unknown browser';
  return system ? `${browser} on ${system}` : browser;
}

/** Most browsers also send the names of other browsers, so the first match counts. */
const BROWSERS: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/** Removes the last part of an IP address, so that it shows a place, not a person. */
export function shortenedAddress(address: string | null): string {
  if (!address) return 'unknown';
  if (address.includes(':')) return `${address.split(':').slice(0, 3).join(':')}:…`;
  const parts = address.split('.');
  return parts.length === 4 ? `${parts.slice(0, 2).join('.')}.…` : address;
}
