import { href } from 'react-router';
import type { ArtworkChangeType } from '#app/modules/catalogue/artworks/artwork-list.ts';
import type { ArtworksChanged } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { listAddress } from '#app/routes/admin/shared/list-search.ts';

export const toList = (url: URL, done: ArtworkChangeType, { changed, refused, at }: ArtworksChanged & { at: Date }) =>
  listAddress(href('/admin/artworks'), url, {
    done,
    count: String(changed),
    ...(refused > 0 && { lacking: String(refused) }),
    at: at.toISOString(),
  });
