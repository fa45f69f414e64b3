import { lookup as lookUp } from 'node:dns/promises';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { buildPushPayload } from '@block65/webcrypto-web-push';
import { isPublicAddress } from '#app/adapters/public-address.server.ts';
import type { PushAnswer, PushProvider } from '#app/modules/messaging/push/provider.ts';
import type { Config } from '#app/platform/config.server.ts';

const ANSWERS_WITHIN_MS = 15_000;

type Address = { address: string; family: number };

export type WebPushOptions = { answersWithinMs?: number; resolve?: (host: string) => Promise<Address[]> };

/** Sends by the Web Push protocol (RFC 8030, 8291, 8292) to public addresses only (T20). */
export function webPush(
  { pushServiceUrl }: Pick<Config, 'pushServiceUrl'>,
  { answersWithinMs = ANSWERS_WITHIN_MS, resolve = (host) => lookUp(host, { all: true }) }: WebPushOptions = {},
): PushProvider {
  return {
    async send({ endpoint, p256dh, auth }, text, { keys, contact, ttlSeconds }) {
      const url = new URL(endpoint);
      const { headers, body } = await buildPushPayload(
        { data: text, options: { ttl: ttlSeconds, urgency: 'high' } },
        { endpoint, expirationTime: null, keys: { p256dh, auth } },
        { ...keys, subject: contact },
      );
      const signal = AbortSignal.timeout(answersWithinMs);
      if (pushServiceUrl)
        return toAnswer(await post(new URL(`${pushServiceUrl}${url.pathname}`), { headers, body, signal }));
      const addresses = await resolve(url.hostname).catch(() => {
        throw new Error('The push service could not be found');
      });
      if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address)))
        return { state: 'refused', reason: 'The push service is in a private network' };
      return toAnswer(await post(url, { headers, body, signal, addresses }));
    },
  };
}

const post = (
  url: URL,
  {
    headers,
    body,
    signal,
    addresses,
  }: { headers: Record<string, string>; body: Uint8Array; signal: AbortSignal; addresses?: Address[] },
) =>
  new Promise<number>((answered, failed) => {
    /** Replaces the DNS lookup, so that only checked addresses are used. */
    const lookup: LookupFunction | undefined =
      addresses &&
      ((_host, options, answer) =>
        options.all ? answer(null, addresses) : answer(null, addresses[0]!.address, addresses[0]!.family));
    const request = url.protocol === 'http:' ? requestHttp : requestHttps;
    request(url, { method: 'POST', headers, signal, ...(lookup && { lookup }) })
      .on('response', (response) => {
        response.destroy();
        answered(response.statusCode ?? 0);
      })
      .on('error', () =>
        failed(new Error(`The push service ${signal.aborted ? 'did not answer in time' : 'could not be reached'}`)),
      )
      .end(body);
  });

function toAnswer(status: number): PushAnswer {
  if (status >= 200 && status < 300) return { state: 'sent' };
  if (status === 404 || status === 410) return { state: 'gone' };
  if (status >= 500 || status === 429) throw new Error(`The push service answered ${status}`);
  return { state: 'refused', reason: `The push service answered ${status}` };
}
