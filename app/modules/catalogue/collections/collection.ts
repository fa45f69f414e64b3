import type { Refused } from '#app/basics/result.ts';
import type { Stale } from '#app/basics/stale-form.ts';
import type { ArtworkSummary } from '#app/modules/catalogue/artworks/artwork.ts';
import type { Picture } from '#app/modules/catalogue/media/picture.ts';

export const MAX_IN_COLLECTION = 500;
export const MAX_COLLECTIONS = 100;

/** A collection as lists show it. */
export type CollectionSummary = {
  id: string;
  slug: string;
  title: string;
  description: string;
  picture: Picture;
  /** How many pieces shoppers find in it. */
  count: number;
};

/** A collection with a page of its pieces. */
export type CollectionPage = CollectionSummary & { artworks: ArtworkSummary[] };

/** A collection as its owner edits it. */
export type EditedCollection = {
  id: string;
  slug: string;
  title: string;
  description: string;
  image: string;
  published: boolean;
  version: number;
  /** Every piece in its order, also those that aren't published. */
  artworks: ArtworkSummary[];
};

export type SaveCollectionRefusal = Stale | Refused<'too-many-collections' | 'not-found', undefined>;
