import { isRouteErrorResponse } from 'react-router';

/** Returns the request id of a server error; undefined for a browser error. */
export const requestIdOf = (error: unknown): string | undefined =>
  isRouteErrorResponse(error) ? (error.data as { requestId?: string } | null)?.requestId : undefined;
