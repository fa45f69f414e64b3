import { isRouteErrorResponse } from 'react-router';

/** The id of the request that broke, as the server answered it; undefined for what broke in the browser. */
export const requestIdOf = (error: unknown): string | undefined =>
  isRouteErrorResponse(error) ? (error.data as { requestId?: string } | null)?.requestId : undefined;
