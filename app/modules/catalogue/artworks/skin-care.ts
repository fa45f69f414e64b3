import type { ArtworkValues } from './artwork-fields.ts';
import type { Medium } from './medium.ts';

/** What the law asks of skin care that is sold, beside what it asks of every piece. */
const SKIN_CARE_FACTS = ['maker', 'netQuantity', 'mrp', 'bestBefore', 'licenceNumber'] as const;
export type SkinCareFact = (typeof SKIN_CARE_FACTS)[number];

/** What is missing of a skin care piece before a live shop may sell it; nothing of any other piece. */
export const missingSkinCareFacts = (artwork: Pick<ArtworkValues, SkinCareFact> & { medium: Medium }): SkinCareFact[] =>
  artwork.medium === 'skin-care' ? SKIN_CARE_FACTS.filter((name) => !artwork[name]) : [];
