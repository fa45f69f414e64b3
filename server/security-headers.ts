import { createHash } from 'node:crypto';
import { FIRST_LETTERS_SCRIPT } from '#app/first-letters.tsx';

const FIRST_LETTERS = `'sha256-${createHash('sha256').update(FIRST_LETTERS_SCRIPT).digest('base64')}'`;

/**
 * The headers every answer carries; the policy is that of the threat list (T10). Scripts run only with the nonce of this
 * one answer. `pictureOrigin` is where pictures are kept when not with us.
 */
export function securityHeaders({
  nonce,
  https,
  pictureOrigin,
  development,
}: {
  nonce: string;
  https: boolean;
  pictureOrigin?: string;
  development: boolean;
}): Record<string, string> {
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}' ${FIRST_LETTERS} 'strict-dynamic'`,
    // Vite puts styles into the page and rings over a web socket; a built shop does neither.
    development ? `style-src 'self' 'unsafe-inline'` : `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob:${pictureOrigin ? ` ${pictureOrigin}` : ''}`,
    `connect-src 'self'${development ? ' ws:' : ''}`,
    // The first letters lie in the style sheet.
    `font-src 'self' data:`,
    `frame-src 'self'`,
    `manifest-src 'self'`,
    `worker-src 'self'`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
    `object-src 'none'`,
  ];
  return {
    'Content-Security-Policy': policy.join('; '),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    ...(https ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}
