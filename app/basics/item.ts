export type Item = { artworkId: string; variantId?: string | null | undefined };

/** Returns the id of the variant, or else of the artwork. The two ids are never equal. */
export const itemKey = ({ artworkId, variantId }: Item): string => variantId ?? artworkId;
