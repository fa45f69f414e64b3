/** Lets the studio find an error in the log. */
export const requestReference = (id: string): string => `If you write to us about it, name this number: ${id}.`;
