export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text has the form of a UUID, of any version and in any case, as PostgreSQL takes it. */
export const isUuid = (text: string): boolean => UUID.test(text);
