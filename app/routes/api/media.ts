import type { LoaderFunctionArgs } from 'react-router';
import { openMediaFile } from '#app/modules/catalogue/media/media.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { mediaAnswer } from './file-answer.ts';

export async function loader({ params, context }: LoaderFunctionArgs): Promise<Response> {
  return mediaAnswer(await openMediaFile(context.get(shopContext), params['*'] ?? ''));
}
