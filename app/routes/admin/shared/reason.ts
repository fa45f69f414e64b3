import { z } from 'zod';

/** Why something was done, in one to 500 characters; a form that has no such field says nothing. */
export const reasonSchema = z.string().trim().max(500).optional();
