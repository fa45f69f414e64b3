import { openPicture } from '#app/modules/conversations/conversations.server.ts';
import { privateAnswer } from '#app/routes/api/file-answer.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import type { Route } from './+types/picture.ts';
import { openCommission, PRIVATE_HEADERS } from './open-commission.server.ts';

/** A picture of a commission, for its two sides; for others there is none. */
export async function loader({ context, params, url }: Route.LoaderArgs): Promise<Response> {
  const shop = context.get(shopContext);
  const answer = privateAnswer(await openPicture(shop, await openCommission(shop, params, url), params.pictureId));
  for (const [name, value] of Object.entries(PRIVATE_HEADERS)) answer.headers.set(name, value);
  return answer;
}
