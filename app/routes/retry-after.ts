import type { HeadersArgs } from 'react-router';

/** The header by which a limit names its time. */
export const retryAfter = (seconds: number) => ({ 'Retry-After': String(seconds) });

/** For a page's `headers`: what a limit said in its action or loader is also said by the page. */
export function passRetryAfter({ actionHeaders, loaderHeaders }: Pick<HeadersArgs, 'actionHeaders' | 'loaderHeaders'>) {
  const seconds = actionHeaders.get('Retry-After') ?? loaderHeaders.get('Retry-After');
  return seconds === null ? new Headers() : new Headers({ 'Retry-After': seconds });
}
