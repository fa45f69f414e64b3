/** A missing page; unknown and forbidden addresses are answered like this one. */
export const NOWHERE = '/not-there';

export const UNKNOWN_META = { name: 'address', content: 'unknown' };
