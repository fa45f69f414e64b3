import type { Result } from '#app/basics/result.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import type { Artwork } from './artwork.ts';
import type { SaveOptionsRefusal } from './save-messages.ts';
import type { PersonalizationField } from './personalization.ts';
import { savePersonalization } from './personalization.server.ts';
import type { VariantInput } from './variant-forms.ts';
import { saveVariants } from './variants.server.ts';

/** What a buyer chooses of a piece, or answers: as `saveVariants` and `savePersonalization` have it. */
export const saveOptions = (
  shop: Shop,
  {
    artworkId,
    version,
    ...options
  }: { artworkId: string; version: number } & (
    | { variants: readonly VariantInput[] }
    | { fields: readonly PersonalizationField[] }
  ),
): Promise<Result<Artwork, SaveOptionsRefusal>> =>
  'fields' in options
    ? savePersonalization(shop, { artworkId, version, fields: options.fields })
    : saveVariants(shop, { artworkId, version, variants: options.variants });
