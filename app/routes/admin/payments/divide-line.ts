/** By which Payments tells the form that divides a line from the one that keeps a statement. */
export const DIVIDE = 'divide';

/** The orders that one line can pay at once, by the names of their fields. */
export const PARTS = [
  { order: 'order1', amount: 'amount1' },
  { order: 'order2', amount: 'amount2' },
  { order: 'order3', amount: 'amount3' },
] as const;
