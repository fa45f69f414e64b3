import { isMediaUrl } from '#app/modules/catalogue/media/picture.ts';
import {
  ARTWORK_FIELDS,
  type ArtworkTextField,
  mapTextFields,
  textFieldOf,
  writeField,
} from '#app/modules/catalogue/artworks/artwork-fields.ts';
import { type Artwork, PRICE_ON_REQUEST } from '#app/modules/catalogue/artworks/artwork.ts';
import { ARTWORK_STATUSES } from '#app/modules/catalogue/artworks/artwork-status.ts';
import { type Medium, MEDIUMS, SKIN_CARE_CATEGORY } from '#app/modules/catalogue/artworks/medium.ts';
import { IMAGE_SEPARATOR, tagsOf } from '#app/modules/catalogue/artworks/forms.ts';
import { type NetPriceRates, storedPrice, typedPrice } from '#app/modules/catalogue/artworks/typed-price.ts';
import type { NetPrice } from '#app/routes/admin/catalogue/artworks/price-field.tsx';
import { oneOf } from '#app/routes/admin/shared/list-search.ts';
import { moveItem } from '#app/routes/admin/shared/move-item.ts';
import type { Picture } from '#app/modules/catalogue/media/picture.ts';

export type ArtworkDraft = Record<ArtworkTextField, string> & {
  width: string;
  height: string;
  unit: string;
  featured: boolean;
  priceOnRequest: boolean;
  tags: string[];
  images: string[];
};

export type SetDraft = (changes: Partial<ArtworkDraft>) => void;

export type FormAnswer = {
  typed?: Record<string, string>;
  errors?: Record<string, string>;
  formError?: string;
  conflict?: Artwork;
  pictures?: Picture[];
};

export const CATEGORY_OF: Record<Medium, string> = {
  fabric: 'Fabric Painting',
  oil: 'Oil Painting',
  handcraft: 'Handcraft',
  'skin-care': SKIN_CARE_CATEGORY,
};

export const EMPTY_DRAFT: ArtworkDraft = {
  ...mapTextFields((name) => textFieldOf(name).begins ?? ''),
  category: CATEGORY_OF.fabric,
  width: '',
  height: '',
  unit: 'cm',
  featured: false,
  priceOnRequest: false,
  tags: [],
  images: [],
};

export const DRAFT_LABELS: Record<keyof ArtworkDraft, string> = {
  ...mapTextFields((name) => textFieldOf(name).label),
  width: 'Width',
  height: 'Height',
  unit: 'Unit',
  featured: ARTWORK_FIELDS.featured.label,
  priceOnRequest: PRICE_ON_REQUEST,
  tags: ARTWORK_FIELDS.tags.label,
  images: ARTWORK_FIELDS.images.label,
};

export function draftOf(artwork: Artwork, rates: NetPriceRates): ArtworkDraft {
  const { dimensions, mainImageIndex, featured, tags } = artwork;
  const main = artwork.pictures[mainImageIndex]?.url;
  // The placeholder stands for a missing picture, and cannot be saved.
  const urls = artwork.pictures.map(({ url }) => url).filter(isMediaUrl);
  return {
    ...mapTextFields((name) => writeField(name, artwork[name])),
    width: dimensions.width ? String(dimensions.width) : '',
    height: dimensions.height ? String(dimensions.height) : '',
    unit: dimensions.unit,
    featured,
    ...(artwork.price === null
      ? { price: '', priceOnRequest: true }
      : { price: writeField('price', typedPrice(artwork.price, artwork, rates)), priceOnRequest: false }),
    tags,
    images: main && urls.includes(main) ? moveItem(urls, urls.indexOf(main), 0) : urls,
  };
}

/** Returns undefined if the owner types prices with GST. */
export function netPriceOf(
  { medium, gstRate }: Pick<ArtworkDraft, 'medium' | 'gstRate'>,
  artwork: Artwork | null,
  rates: NetPriceRates,
): NetPrice | undefined {
  if (!rates) return undefined;
  const ownRate = gstRate.trim() === '' ? NaN : Number(gstRate);
  const gst = { medium: medium as Medium, gstRate: Number.isNaN(ownRate) ? null : ownRate };
  const before = artwork ? { price: artwork.price, gst: artwork } : undefined;
  return { rate: gst.gstRate ?? rates[gst.medium], withGst: (typed) => storedPrice(typed, gst, rates, before) };
}

export function draftFrom(typed: Record<string, string>): ArtworkDraft {
  return {
    ...mapTextFields((name) => typed[name] ?? ''),
    medium: oneOf(MEDIUMS, typed.medium) ?? EMPTY_DRAFT.medium,
    status: oneOf(ARTWORK_STATUSES, typed.status) ?? EMPTY_DRAFT.status,
    width: typed.width ?? '',
    height: typed.height ?? '',
    unit: typed.unit || EMPTY_DRAFT.unit,
    featured: typed.featured === 'on',
    priceOnRequest: typed.priceOnRequest === 'on',
    tags: tagsOf(typed.tags ?? ''),
    images: (typed.images ?? '').split(IMAGE_SEPARATOR).filter(Boolean),
  };
}

export function differencesOf(one: ArtworkDraft, other: ArtworkDraft): (keyof ArtworkDraft)[] {
  return (Object.keys(EMPTY_DRAFT) as (keyof ArtworkDraft)[]).filter(
    (name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]),
  );
}

/** Narrower pictures look blurred when zoomed. */
const SHARP_FROM_PX = 1200;

export const softness = (picture: Picture, place: number): { which: string; what: string } | undefined =>
  picture.width < SHARP_FROM_PX
    ? {
        which: `Photo ${place} is ${picture.width} px wide.`,
        what: 'It will look soft in the zoom. 1,200 px or more is best.',
      }
    : undefined;
