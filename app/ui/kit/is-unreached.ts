/** Returns whether an error means that no answer arrived. Compares the messages of browsers and the router. */
export const isUnreached = (error: unknown): boolean =>
  (error instanceof TypeError && /failed to fetch|networkerror|load failed|network connection/i.test(error.message)) ||
  (error instanceof Error && /unable to decode turbo-stream/i.test(error.message));
