/** Returns a sentence with the request's id, which lets the studio find an error in the log. */
export const requestReference = (id: string): string => `If you contact us, mention this number: ${id}.`;
