import { lookup as lookUp } from 'node:dns/promises';
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { done, refused } from '#app/basics/result.ts';
import type { FetchRefusal, RemotePictures } from '#app/modules/catalogue/media/provider.ts';
import { isLoopback, isPublicAddress } from '#app/adapters/public-address.server.ts';

const MAX_BYTES = 5 * 1024 * 1024 - 1;
const MAX_COUNT = 5_000;
const MAX_REDIRECTS = 3;
const MAX_ADDRESS_LENGTH = 2_000;
const ANSWERS_WITHIN_MS = 15_000;

type Address = { address: string; family: number };

export type RemotePicturesOptions = {
  host: string;
  maxBytes?: number;
  maxCount?: number;
  test?: { port?: number; resolve?: (host: string) => Promise<Address[]>; answersWithinMs?: number };
};

/** Returns a host name. Returns undefined for text with a port, path or IPv6 address. */
export function hostNameOf(text: string): string | undefined {
  const name = text.toLowerCase();
  return /^[a-z\d.-]+$/.test(name) && URL.parse(`https://${name}`)?.hostname === name ? name : undefined;
}

/**
 * Fetches pictures from one host by https, if all its addresses are public (T20). Follows three redirects on the same
 * host.
 */
export function openRemotePictures({
  host,
  maxBytes = MAX_BYTES,
  maxCount = MAX_COUNT,
  test = {},
}: RemotePicturesOptions): RemotePictures {
  const name = hostNameOf(host);
  const isTestServer = test.port !== undefined;
  const answersWithinMs = test.answersWithinMs ?? ANSWERS_WITHIN_MS;
  const resolve = test.resolve ?? ((host) => lookUp(host, { all: true }));
  const mayConnect = (address: string) => isPublicAddress(address) || (isTestServer && isLoopback(address));
  let addresses: Promise<Address[]> | undefined;
  let checked: Address[] = [];
  let fetched = 0;

  /** Replaces the DNS lookup, so that only checked addresses are used. */
  const lookup: LookupFunction = (_host, options, answer) =>
    options.all ? answer(null, checked) : answer(null, checked[0]!.address, checked[0]!.family);
  const agent = new (isTestServer ? HttpAgent : HttpsAgent)({ keepAlive: true, lookup });
  const request = isTestServer ? requestHttp : requestHttps;

  const isOfHost = (url: URL): boolean =>
    url.protocol === (isTestServer ? 'http:' : 'https:') &&
    url.hostname === name &&
    url.port === (isTestServer ? String(test.port) : '') &&
    url.username === '' &&
    url.password === '';

  const get = (url: URL, signal: AbortSignal) =>
    new Promise<IncomingMessage>((answered, failed) => {
      request(url, { agent, signal, headers: { accept: 'image/*', 'user-agent': 'Bisvar import' } })
        .on('response', answered)
        .on('error', failed)
        .end();
    });

  async function fetchFrom(first: URL, signal: AbortSignal) {
    let url = first;
    for (let redirects = 0; ; redirects++) {
      const response = await get(url, signal);
      const { statusCode = 0, headers } = response;
      if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
        response.destroy();
        const next = URL.parse(headers.location, url);
        if (!next || !isOfHost(next)) return no('not-that-host', first, 'redirects to another host');
        if (redirects === MAX_REDIRECTS) return no('unreachable', first, 'redirects too often');
        url = next;
        continue;
      }
      if (statusCode !== 200) {
        response.destroy();
        return statusCode === 404 || statusCode === 410
          ? no('not-found', first, 'no longer exists')
          : no('unreachable', first, `returned status ${statusCode}`);
      }
      const bytes = await readAtMost(response, maxBytes);
      return bytes ? done({ bytes, filename: filenameOf(first) }) : no('too-large', first, 'is too large');
    }
  }

  const readAddress = (address: string): URL | undefined => {
    const url = address.length > MAX_ADDRESS_LENGTH ? null : URL.parse(address);
    return url && isOfHost(url) ? url : undefined;
  };

  return {
    serves: (address) => readAddress(address) !== undefined,
    async fetch(address) {
      const url = readAddress(address);
      if (!url) return refused('not-that-host', { message: `${shorten(address)} is not on https://${host}` });
      if (fetched >= maxCount)
        return no('too-many', url, `is beyond the limit of ${maxCount}; import again for the rest`);
      fetched++;
      const signal = AbortSignal.timeout(answersWithinMs);
      try {
        const found = await inTime((addresses ??= resolve(name!)), signal);
        if (found.length === 0 || !found.every(({ address }) => mayConnect(address)))
          return no('not-public', url, 'is on a host inside a private network');
        checked = found;
      } catch {
        addresses = undefined;
        return no('unreachable', url, 'is on an unknown host');
      }
      try {
        return await fetchFrom(url, signal);
      } catch (error) {
        const why = signal.aborted ? 'timed out' : `could not be fetched (${codeOf(error)})`;
        return no('unreachable', url, why);
      }
    },
  };
}

const no = (reason: FetchRefusal['reason'], url: URL, why: string): FetchRefusal =>
  refused(reason, { message: `${shorten(url.href)} ${why}` });

const shorten = (address: string): string => (address.length > 200 ? `${address.slice(0, 200)}…` : address);

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? 'broken off';

function inTime<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((answered, failed) => {
    signal.addEventListener('abort', () => failed(signal.reason as Error), { once: true });
    work.then(answered, failed);
  });
}

async function readAtMost(response: IncomingMessage, maxBytes: number): Promise<Uint8Array | undefined> {
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) {
    response.destroy();
    return undefined;
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    // Leaving the loop closes the connection.
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

function filenameOf({ pathname }: URL): string {
  const last = pathname.split('/').at(-1)!;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
