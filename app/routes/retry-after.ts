import type { TooMany } from '#app/platform/limits.server.ts';

export const retryAfter = (seconds: number) => ({ 'Retry-After': String(seconds) });

export const tooManyRequests = ({ data }: TooMany) => ({ status: 429, headers: retryAfter(data.retryAfterSeconds) });
