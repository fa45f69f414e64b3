import { z } from 'zod';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether this may be the id of a row; anything else never reaches the database. */
export const isUuid = (text: string): boolean => UUID.test(text);

export const uuidSchema = z.string().regex(UUID);
