import { createHash } from 'node:crypto';
import { FIRST_LETTERS_SCRIPT } from '#app/first-letters.tsx';

const FIRST_LETTERS = `'sha256-${createHash('sha256').update(FIRST_LETTERS_SCRIPT).digest('base64')}'`;

/** Where Razorpay's checkout comes from, asks and reports to. */
const GATEWAY_HOSTS = 'https://*.razorpay.com';

/**
 * The headers every answer carries; the policy is that of the threat list (T10). Scripts run only with the nonce of this
 * one answer. `pictureOrigin` is where pictures are kept when not with us, `signInOrigin` where the form leads that signs
 * in elsewhere. `opensGateway` is for the payment page alone and lets Razorpay's checkout work there: its frames, its calls,
 * its window to the bank, and the styles that it puts on its own elements.
 */
export function securityHeaders({
  nonce,
  https,
  pictureOrigin,
  signInOrigin,
  opensGateway = false,
  development,
}: {
  nonce: string;
  https: boolean;
  pictureOrigin?: string;
  signInOrigin?: string;
  opensGateway?: boolean;
  development: boolean;
}): Record<string, string> {
  const gateway = opensGateway ? ` ${GATEWAY_HOSTS}` : '';
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}' ${FIRST_LETTERS} 'strict-dynamic'`,
    // Vite puts styles into the page and sends changes over a web socket; a built shop does neither.
    development ? `style-src 'self' 'unsafe-inline'` : `style-src 'self' 'nonce-${nonce}'`,
    ...(opensGateway ? [`style-src-attr 'unsafe-inline'`] : []),
    `img-src 'self' data: blob:${pictureOrigin ? ` ${pictureOrigin}` : ''}${gateway}`,
    `connect-src 'self'${development ? ' ws:' : ''}${gateway}`,
    // The first letters lie in the style sheet.
    `font-src 'self' data:`,
    `frame-src 'self'${gateway}`,
    `manifest-src 'self'`,
    `worker-src 'self'`,
    `form-action 'self'${signInOrigin ? ` ${signInOrigin}` : ''}`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
    `object-src 'none'`,
  ];
  return {
    'Content-Security-Policy': policy.join('; '),
    // A bank's page is a window of its own, which must find its way back.
    'Cross-Origin-Opener-Policy': opensGateway ? 'same-origin-allow-popups' : 'same-origin',
    'Permissions-Policy': `camera=(), geolocation=(), microphone=(), payment=(${opensGateway ? 'self "https://api.razorpay.com" "https://checkout.razorpay.com"' : ''}), usb=()`,
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    ...(https ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

/**
 * The headers of a file that is part of a page: fetched by the dozen, where every byte of them counts. It is no document;
 * opened as one it may do nothing.
 */
export const fileSecurityHeaders = ({ https }: { https: boolean }): Record<string, string> => ({
  'Content-Security-Policy': `default-src 'none'; frame-ancestors 'none'`,
  'X-Content-Type-Options': 'nosniff',
  ...(https ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {}),
});
