import type { LoaderFunctionArgs } from 'react-router';
import { openMediaFile } from '#app/modules/media/media.server.ts';
import { shopContext } from '#app/platform/request-context.server.ts';

/** `/media/*`: the pictures' files. */
export function loader({ params, context }: LoaderFunctionArgs): Promise<Response> {
  return openMediaFile(context.get(shopContext), params['*'] ?? '');
}
