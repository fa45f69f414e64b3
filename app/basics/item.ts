/** A piece, or one of its variants. */
export type Item = { artworkId: string; variantId?: string | null | undefined };

/** A unique key: ids of pieces and variants never coincide. */
export const itemKey = ({ artworkId, variantId }: Item): string => variantId ?? artworkId;
