export type Item = { artworkId: string; variantId?: string | null | undefined };

/** Ids of pieces and variants never coincide. */
export const itemKey = ({ artworkId, variantId }: Item): string => variantId ?? artworkId;
