import { openInspiration } from '#app/modules/requests/requests/pictures.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { privateAnswer } from './file-answer.ts';
import type { Route } from './+types/inspiration.ts';

/** `/inspiration/:id`: a picture sent with a custom order, for the few who may see it; for others there is none. */
export async function loader({ params, context }: Route.LoaderArgs): Promise<Response> {
  return privateAnswer(await openInspiration(context.get(shopContext), { id: params.id, uploadKey: undefined }));
}
