/** An address no screen has; everybody who asks for what isn't there, or isn't there for them, is answered as there. */
export const NOWHERE = '/not-there';

/** In the head of a page that was answered as there. */
export const UNKNOWN_META = { name: 'address', content: 'unknown' };
