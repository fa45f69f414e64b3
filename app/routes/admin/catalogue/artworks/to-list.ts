import { href } from 'react-router';
import type { ArtworkChangeType } from '#app/modules/catalogue/artworks/artwork-list.ts';
import type { ArtworksChanged } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { seeOther } from '#app/routes/admin/shared/see-other.ts';

/** Back to the list, which says what came of it and offers to take it back. */
export const toList = (url: URL, done: ArtworkChangeType, { changed, refused, at }: ArtworksChanged & { at: Date }) =>
  seeOther(href('/admin/artworks'), url, {
    done,
    count: String(changed),
    ...(refused > 0 && { lacking: String(refused) }),
    at: at.toISOString(),
  });
