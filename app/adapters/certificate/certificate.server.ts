import { isIP } from 'node:net';
import { connect } from 'node:tls';
import type { Certificate } from '#app/modules/watch/provider.ts';
import type { Config } from '#app/platform/config.server.ts';

const ANSWERS_WITHIN_MS = 10_000;
const A_MONTH_MS = 30 * 24 * 3_600_000;

/** What reads the certificate of the public address; undefined where that isn't https. A demo's is always good. */
export function openCertificate({
  mode,
  shopUrl,
}: Pick<Config, 'mode' | 'shopUrl'>): (() => Promise<Certificate>) | undefined {
  const address = new URL(shopUrl);
  if (address.protocol !== 'https:') return undefined;
  return mode === 'demo' ? readFakeCertificate : () => readCertificate(address);
}

const readFakeCertificate = async (): Promise<Certificate> => ({
  validFrom: new Date(Date.now() - A_MONTH_MS),
  validUntil: new Date(Date.now() + 2 * A_MONTH_MS),
  problem: '',
});

/** The certificate that an address shows, good or not; throws when nobody answers there in 10 seconds. */
export function readCertificate(
  { hostname, port }: URL,
  { answersWithinMs = ANSWERS_WITHIN_MS }: { answersWithinMs?: number } = {},
): Promise<Certificate> {
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve, reject) => {
    // One that isn't trusted is read as well; nothing is sent to who showed it.
    const socket = connect({
      host,
      port: Number(port || 443),
      ...(isIP(host) === 0 && { servername: host }),
      rejectUnauthorized: false,
    });
    const timer = setTimeout(() => socket.destroy(new Error('no answer')), answersWithinMs);
    socket.once('secureConnect', () => {
      const { valid_from, valid_to } = socket.getPeerCertificate();
      // By its types an Error, in fact its code.
      const problem = socket.authorized ? '' : String(socket.authorizationError);
      socket.destroy();
      resolve({ validFrom: new Date(valid_from), validUntil: new Date(valid_to), problem });
    });
    socket.once('error', reject);
    socket.once('close', () => {
      clearTimeout(timer);
      reject(new Error('the connection was closed'));
    });
  });
}
