/** The studio finds an error in the log by this id. */
export const requestReference = (id: string): string => `If you contact us, mention this number: ${id}.`;
