export type Item = { artworkId: string; variantId?: string | null | undefined };

/** Returns the id of the variant, or else of the artwork. The two never coincide. */
export const itemKey = ({ artworkId, variantId }: Item): string => variantId ?? artworkId;
