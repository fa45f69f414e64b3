/** Over https a browser takes a cookie of this name from this very host alone, never from one beside it or below. */
export const HOST_ONLY = '__Host-';

/** What a cookie of the shop is called, where it is served over https and where it isn't. */
export const cookieName = (name: string, isHttps: boolean): string => `${isHttps ? HOST_ONLY : ''}${name}`;

type Served = { config: { shopUrl: string } };

/** Whether the shop's address is over https. */
export const isHttps = ({ config }: Served): boolean => config.shopUrl.startsWith('https://');

const EARLIER_NAMES_UNTIL = new Date('2027-02-23T00:00:00Z');

/** Whether cookies over https are still read by the names they had before, which had no prefix: for 90 days. */
export const readsEarlierNames = (shop: Served & { now: Date }): boolean =>
  isHttps(shop) && shop.now < EARLIER_NAMES_UNTIL;

/** What a page's script writes to keep a value while the browser is open. */
export const scriptCookie = (name: string, value: string, isHttps: boolean): string =>
  `${cookieName(name, isHttps)}=${value};path=/;samesite=lax${isHttps ? ';secure' : ''}`;
