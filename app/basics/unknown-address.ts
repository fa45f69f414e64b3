/** This address has no page. Forbidden addresses get the same answer as this one. */
export const NOWHERE = '/not-there';

export const UNKNOWN_META = { name: 'address', content: 'unknown' };
