import type { Picture } from '#app/modules/media/picture.ts';
import type { Artwork } from './artwork.ts';

/** A piece as its form holds it: what is in the fields, word for word. */
export type ArtworkDraft = {
  title: string;
  description: string;
  price: string;
  medium: string;
  category: string;
  style: string;
  width: string;
  height: string;
  unit: string;
  stockCount: string;
  featured: boolean;
  tags: string[];
  /** Addresses; the first is the main picture. */
  images: string[];
  dateCreated: string;
};

/** A new piece: fabric, in centimetres. */
export const EMPTY_DRAFT: ArtworkDraft = {
  title: '',
  description: '',
  price: '',
  medium: 'fabric',
  category: '',
  style: '',
  width: '',
  height: '',
  unit: 'cm',
  stockCount: '1',
  featured: false,
  tags: [],
  images: [],
  dateCreated: '',
};

/** What stands between two addresses in the field that carries them. */
export const IMAGES_APART = ' ';

/** The form of a piece that is there; its main picture comes first, since in the form the first is the main one. */
export function draftOf(artwork: Artwork): ArtworkDraft {
  const { dimensions, mainImageIndex } = artwork;
  const main = artwork.pictures[mainImageIndex]?.url;
  // A picture whose row is gone shows as the placeholder, which nobody can save.
  const urls = artwork.pictures.map(({ url }) => url).filter((url) => url.startsWith('/media/'));
  return {
    title: artwork.title,
    description: artwork.description,
    price: String(artwork.price / 100),
    medium: artwork.medium,
    category: artwork.category,
    style: artwork.style,
    width: dimensions.width ? String(dimensions.width) : '',
    height: dimensions.height ? String(dimensions.height) : '',
    unit: dimensions.unit,
    stockCount: String(artwork.stockCount),
    featured: artwork.featured,
    tags: artwork.tags,
    images: main && urls.includes(main) ? moved(urls, urls.indexOf(main), 0) : urls,
    dateCreated: artwork.dateCreated ?? '',
  };
}

/** The form as it was sent, for showing it again. */
export function draftFrom(typed: Record<string, string>): ArtworkDraft {
  const text = (name: keyof ArtworkDraft) => typed[name] ?? '';
  return {
    title: text('title'),
    description: text('description'),
    price: text('price'),
    medium: text('medium') || EMPTY_DRAFT.medium,
    category: text('category'),
    style: text('style'),
    width: text('width'),
    height: text('height'),
    unit: text('unit') || EMPTY_DRAFT.unit,
    stockCount: text('stockCount'),
    featured: typed.featured === 'on',
    tags: tagsOf(text('tags')),
    images: text('images').split(IMAGES_APART).filter(Boolean),
    dateCreated: text('dateCreated'),
  };
}

/** Tags from a list with commas: trimmed, without empty ones and duplicates. */
export const tagsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
];

/** The list with one moved to another place; as it was when there is no such place. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = [...items];
  if (from < 0 || from >= rest.length || to < 0 || to >= rest.length) return rest;
  rest.splice(to, 0, ...rest.splice(from, 1));
  return rest;
}

/** The names of what differs between two drafts. */
export function differencesOf(one: ArtworkDraft, other: ArtworkDraft): (keyof ArtworkDraft)[] {
  return (Object.keys(EMPTY_DRAFT) as (keyof ArtworkDraft)[]).filter(
    (name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]),
  );
}

/** Below this a picture looks soft in the zoom. */
const SHARP_FROM_PX = 1200;

/** What to say of a picture that is too narrow; undefined when it is wide enough. */
export const softness = (picture: Picture, place: number): { which: string; what: string } | undefined =>
  picture.width < SHARP_FROM_PX
    ? {
        which: `Picture ${place} is ${picture.width} px wide.`,
        what: 'It will look soft in the zoom. 1,200 px or more is best.',
      }
    : undefined;
