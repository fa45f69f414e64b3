/** This address has no page. Unknown and forbidden addresses are answered like it. */
export const NOWHERE = '/not-there';

export const UNKNOWN_META = { name: 'address', content: 'unknown' };
