/** What an error page says, so that the studio finds what happened in the log. */
export const requestReference = (id: string): string => `If you write to us about it, name this number: ${id}.`;
