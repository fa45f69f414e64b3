/**
 * What became of a row of a file: `kept` is there already and otherwise, or was taken in before and deleted since; it is left as
 * it is.
 */
export const IMPORT_OUTCOMES = ['added', 'unchanged', 'kept', 'refused'] as const;
export type RowOutcome = (typeof IMPORT_OUTCOMES)[number];
