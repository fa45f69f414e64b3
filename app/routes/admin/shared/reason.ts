import { z } from 'zod';

/** Undefined when the form has no such field. */
export const reasonSchema = z.string().trim().max(500).optional();
