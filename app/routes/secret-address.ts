/** For a page whose URL contains a secret: not cached, no referrer. */
export const secretAddressHeaders = () => ({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
