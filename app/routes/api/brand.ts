import { darken, HEX_COLOUR } from '#app/basics/colour.ts';
import { notFound } from '#app/platform/errors.server.ts';
import type { Route } from './+types/brand.ts';

/** Returns the style sheet for a brand colour, such as '8c2f1d.css'. Its content never changes. */
export function loader({ params }: Route.LoaderArgs) {
  const colour = `#${params.colour.replace(/\.css$/, '')}`;
  if (!params.colour.endsWith('.css') || !HEX_COLOUR.test(colour)) throw notFound();
  const style = `html:not([data-theme="dark"]){--color-geru:${colour};--color-geru-deep:${darken(colour, 0.82)};--color-geru-8:${darken(colour, 0.67)};--color-geru-9:${darken(colour, 0.49)}}`;
  return new Response(style, {
    headers: { 'Content-Type': 'text/css; charset=utf-8', 'Cache-Control': 'public, max-age=31536000, immutable' },
  });
}
