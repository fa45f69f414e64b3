/** What is bought: a piece, or one of its variants. */
export type Item = { artworkId: string; variantId?: string | null | undefined };

/** By what an item is known among others; the ids of pieces and variants never meet. */
export const itemKey = ({ artworkId, variantId }: Item): string => variantId ?? artworkId;
