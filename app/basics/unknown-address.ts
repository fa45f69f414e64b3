/** A page that does not exist; unknown and forbidden addresses are answered as this one. */
export const NOWHERE = '/not-there';

/** In the head of such a page. */
export const UNKNOWN_META = { name: 'address', content: 'unknown' };
