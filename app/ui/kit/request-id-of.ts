import { isRouteErrorResponse } from 'react-router';

export const requestIdOf = (error: unknown): string | undefined =>
  isRouteErrorResponse(error) ? (error.data as { requestId?: string } | null)?.requestId : undefined;
