/** One mail of a kind for an order or a request, however often the event comes or the status goes there and back. */
export const messageKey = (kind: string, occasion: string) => `${kind}:${occasion}`;
