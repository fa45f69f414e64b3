import type { IncomingMessage, ServerResponse } from 'node:http';
import { REQUEST_REFUSED } from '#app/basics/refused-request.ts';

/** Refuses a request with several hosts, because a proxy may have used another host. Returns whether it refused. */
export function refuseSecondHost(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
  if ((incoming.headersDistinct.host?.length ?? 0) <= 1) return false;
  outgoing.writeHead(400, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' });
  outgoing.end(REQUEST_REFUSED[400]);
  return true;
}
