import { href } from 'react-router';
import { MEDIUM_LABELS, type Medium } from '#app/modules/catalogue/artworks/medium.ts';
import { comparable } from '#app/modules/catalogue/artworks/filter.ts';

export const GALLERIES: Record<Medium | 'all', { title: string; subtitle: string; chip: string }> = {
  all: {
    title: 'Art Gallery',
    subtitle: 'Painted cloth, oils, craft and skin care, each made by hand in the studio.',
    chip: 'All',
  },
  fabric: {
    title: 'Fabric Paintings',
    subtitle: 'Sarees, dupattas and suits, painted to order on your fabric or ours.',
    chip: 'Fabric',
  },
  oil: {
    title: 'Oil Paintings',
    subtitle: 'Oils of the hills, the gods’ gardens and the kitchen table, ready to hang.',
    chip: 'Oil',
  },
  handcraft: {
    title: 'Handcrafted Items',
    subtitle: 'Clay, brass, bamboo and paper, shaped and painted by hand.',
    chip: 'Handcraft',
  },
  'skin-care': {
    title: 'Skin Care',
    subtitle: 'Soap and shampoo in small batches, from what grows in the hills.',
    chip: 'Skin care',
  },
};
export type Gallery = keyof typeof GALLERIES;
export const pathOf = (gallery: Gallery): string =>
  gallery === 'all' ? href('/gallery') : href(`/gallery/${gallery}`);

export const galleryOf = (within: string | undefined): Gallery =>
  (Object.keys(MEDIUM_LABELS) as Medium[]).find(
    (medium) => within !== undefined && comparable(medium) === comparable(within),
  ) ?? 'all';
