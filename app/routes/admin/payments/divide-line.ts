export const DIVIDE = 'divide';

export const PARTS = [
  { order: 'order1', amount: 'amount1' },
  { order: 'order2', amount: 'amount2' },
  { order: 'order3', amount: 'amount3' },
] as const;
