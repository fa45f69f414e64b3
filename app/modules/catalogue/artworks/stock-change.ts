export const STOCK_CHANGE_KINDS = ['sale', 'cancellation', 'return', 'correction'] as const;
export type StockChangeKind = (typeof STOCK_CHANGE_KINDS)[number];
export const STOCK_CHANGE_LABELS: Record<StockChangeKind, string> = {
  sale: 'Sold',
  cancellation: 'Cancelled or removed',
  return: 'Returned',
  correction: 'Corrected',
};
