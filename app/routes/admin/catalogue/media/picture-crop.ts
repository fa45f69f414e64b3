import { href } from 'react-router';
import { cropSchema } from '#app/modules/catalogue/media/forms.ts';
import { cropPicture } from '#app/modules/catalogue/media/media.server.ts';
import { seeOther } from '#app/routes/admin/shared/see-other.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import type { Route } from './+types/picture-crop.ts';

const form = formOf<Route.ActionArgs>();

/** POST admin/media/:id/crop: cuts a part out and goes to the new picture. */
export const action = formAction(
  form({
    schema: cropSchema,
    run: async (shop, area, { params: { id }, url }) => {
      const cut = await cropPicture(shop, id, area);
      return cut.ok
        ? seeOther(href('/admin/media/:id', { id: cut.value.id }), url, { cropped: '1' })
        : seeOther(href('/admin/media/:id', { id }), url, { refused: cut.reason });
    },
    done: (answer) => answer,
    refused: {},
    back: ({ params: { id } }) => href('/admin/media/:id', { id }),
  }),
);
