/** `kept`: the row stays unchanged, because it has other values or was deleted after an earlier import. */
export const IMPORT_OUTCOMES = ['added', 'unchanged', 'kept', 'refused'] as const;
export type RowOutcome = (typeof IMPORT_OUTCOMES)[number];
