/** Lets the studio find an error in the log. */
export const requestReference = (id: string): string => `If you contact us, mention this number: ${id}.`;
