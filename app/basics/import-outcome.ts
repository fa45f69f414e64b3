/** `kept`: exists with other values, or was imported before and deleted since. */
export const IMPORT_OUTCOMES = ['added', 'unchanged', 'kept', 'refused'] as const;
export type RowOutcome = (typeof IMPORT_OUTCOMES)[number];
