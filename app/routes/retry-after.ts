import type { TooMany } from '#app/platform/limits.server.ts';

/** The header by which a limit names its time. */
export const retryAfter = (seconds: number) => ({ 'Retry-After': String(seconds) });

/** How something is answered that a limit refused. */
export const tooManyRequests = ({ data }: TooMany) => ({ status: 429, headers: retryAfter(data.retryAfterSeconds) });
