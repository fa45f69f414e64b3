/** Headers for a page whose address contains a secret: not cached, no referrer. */
export const secretAddressHeaders = () => ({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
