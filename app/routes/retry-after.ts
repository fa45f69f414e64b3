import type { HeadersArgs } from 'react-router';
import type { TooMany } from '#app/platform/limits.server.ts';

/** The header by which a limit names its time. */
export const retryAfter = (seconds: number) => ({ 'Retry-After': String(seconds) });

/** How something is answered that a limit refused. */
export const tooManyRequests = ({ data }: TooMany) => ({ status: 429, headers: retryAfter(data.retryAfterSeconds) });

/** For a page's `headers`: what a limit said in its action or loader is also said by the page. */
export function passRetryAfter({ actionHeaders, loaderHeaders }: Pick<HeadersArgs, 'actionHeaders' | 'loaderHeaders'>) {
  const seconds = actionHeaders.get('Retry-After') ?? loaderHeaders.get('Retry-After');
  return seconds === null ? new Headers() : new Headers({ 'Retry-After': seconds });
}
