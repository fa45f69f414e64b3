import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import type { Route } from './+types/manifest.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const { shopName, brandColour } = await getSettings(context.get(shopContext));
  const manifest = {
    name: shopName,
    short_name: shopName,
    lang: 'en-IN',
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#FAF5EC',
    theme_color: brandColour,
    icons: [192, 512].map((side) => ({ src: `/icon-${side}.png`, sizes: `${side}x${side}`, type: 'image/png' })),
  };
  return Response.json(manifest, {
    headers: { 'Content-Type': 'application/manifest+json', 'Cache-Control': 'public, max-age=3600' },
  });
}
