import { openInspiration } from '#app/modules/requests/requests/pictures.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { privateAnswer } from './file-answer.ts';
import type { Route } from './+types/inspiration.ts';

export async function loader({ params, context }: Route.LoaderArgs): Promise<Response> {
  return privateAnswer(await openInspiration(context.get(shopContext), { id: params.id, uploadKey: undefined }));
}
