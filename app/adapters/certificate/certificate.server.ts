import { isIP } from 'node:net';
import { connect } from 'node:tls';
import type { Certificate } from '#app/modules/operations/health/provider.ts';
import type { Config } from '#app/platform/config.server.ts';

const ANSWERS_WITHIN_MS = 10_000;

export function openCertificate({
  mode,
  shopUrl,
}: Pick<Config, 'mode' | 'shopUrl'>): (() => Promise<Certificate>) | undefined {
  const address = new URL(shopUrl);
  return mode === 'live' && address.protocol === 'https:' ? () => readCertificate(address) : undefined;
}

/** Returns a server's certificate, valid or not. Throws without an answer in 10 seconds. */
export function readCertificate(
  { hostname, port }: URL,
  { answersWithinMs = ANSWERS_WITHIN_MS }: { answersWithinMs?: number } = {},
): Promise<Certificate> {
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve, reject) => {
    // Untrusted certificates are read too, because the connection sends no data.
    const socket = connect({
      host,
      port: Number(port || 443),
      ...(isIP(host) === 0 && { servername: host }),
      rejectUnauthorized: false,
    });
    const timer = setTimeout(() => socket.destroy(new Error('no answer')), answersWithinMs);
    socket.once('secureConnect', () => {
      const { valid_from, valid_to } = socket.getPeerCertificate();
      const problem = socket.authorized ? '' : String(socket.authorizationError);
      socket.destroy();
      resolve({ validFrom: new Date(valid_from), validUntil: new Date(valid_to), problem });
    });
    socket.on('error', reject);
    socket.once('close', () => {
      clearTimeout(timer);
      reject(new Error('the connection was closed'));
    });
  });
}
