import { href } from 'react-router';
import { cropSchema } from '#app/modules/catalogue/media/forms.ts';
import { cropPicture } from '#app/modules/catalogue/media/media.server.ts';
import { readButton } from '#app/platform/forms.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { seeOther } from '#app/routes/admin/shared/see-other.ts';
import type { Route } from './+types/picture-crop.ts';

/** POST admin/media/:id/crop: cuts a part out and goes to the new picture. */
export async function action({ context, params: { id }, request, url }: Route.ActionArgs) {
  const cut = await cropPicture(context.get(shopContext), id, await readButton(request, cropSchema));
  const to = cut.ok ? cut.value.id : id;
  const outcome: Record<string, string> = cut.ok ? { cropped: '1' } : { refused: cut.reason };
  return seeOther(href('/admin/media/:id', { id: to }), url, outcome);
}
