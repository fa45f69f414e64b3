import type { ArtworkValues } from './artwork-fields.ts';
import type { Medium } from './medium.ts';

const SKIN_CARE_FACTS = ['maker', 'netQuantity', 'mrp', 'bestBefore', 'licenceNumber'] as const;
export type SkinCareFact = (typeof SKIN_CARE_FACTS)[number];

export const missingSkinCareFacts = (artwork: Pick<ArtworkValues, SkinCareFact> & { medium: Medium }): SkinCareFact[] =>
  artwork.medium === 'skin-care' ? SKIN_CARE_FACTS.filter((name) => !artwork[name]) : [];
