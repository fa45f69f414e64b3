/** An address without a page. Forbidden addresses get the same answer. */
export const NOWHERE = '/not-there';

export const UNKNOWN_META = { name: 'address', content: 'unknown' };
