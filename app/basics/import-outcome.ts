/** `kept` means that the row exists with other values, or was deleted after an earlier import. */
export const IMPORT_OUTCOMES = ['added', 'unchanged', 'kept', 'refused'] as const;
export type RowOutcome = (typeof IMPORT_OUTCOMES)[number];
