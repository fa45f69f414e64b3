/** Browsers accept a cookie with this prefix only from this host over https. */
export const HOST_ONLY = '__Host-';

export const cookieName = (name: string, isHttps: boolean): string => `${isHttps ? HOST_ONLY : ''}${name}`;

type Served = { config: { shopUrl: string } };

export const isHttps = ({ config }: Served): boolean => config.shopUrl.startsWith('https://');

const EARLIER_NAMES_UNTIL = new Date('2027-02-23T00:00:00Z');

/** Returns whether cookies without the prefix are still accepted, for 90 days after the change. */
export const readsEarlierNames = (shop: Served & { now: Date }): boolean =>
  isHttps(shop) && shop.now < EARLIER_NAMES_UNTIL;

export const scriptCookie = (name: string, value: string, isHttps: boolean): string =>
  `${cookieName(name, isHttps)}=${value};path=/;samesite=lax${isHttps ? ';secure' : ''}`;
