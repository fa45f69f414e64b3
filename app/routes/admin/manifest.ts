import { href } from 'react-router';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { isOwner } from '#app/platform/shop.server.ts';
import type { Route } from './+types/manifest.ts';

/** Makes the admin area an installable app. Owners can share bank messages to this app. */
export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const { shopName } = await getSettings(shop);
  const manifest = {
    name: `${shopName} Admin`,
    short_name: 'Admin',
    lang: 'en-IN',
    id: href('/admin'),
    start_url: href('/admin'),
    scope: href('/admin'),
    display: 'standalone',
    background_color: '#FAF5EC',
    theme_color: '#8C2F1D',
    icons: [192, 512].map((side) => ({ src: `/icon-${side}.png`, sizes: `${side}x${side}`, type: 'image/png' })),
    ...(isOwner(shop) && {
      share_target: {
        action: href('/admin/payments/shared'),
        method: 'POST',
        enctype: 'multipart/form-data',
        params: { title: 'title', text: 'text', url: 'url' },
      },
    }),
  };
  return Response.json(manifest, {
    headers: { 'Content-Type': 'application/manifest+json', 'Cache-Control': 'private, no-store' },
  });
}
