/** Headers of a page whose address contains a secret: no cache keeps it and no other site learns it. */
export const secretAddressHeaders = () => ({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
