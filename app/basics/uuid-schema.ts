import { z } from 'zod';
import { UUID } from './uuid.ts';

/** This schema has its own file, so that callers of `isUuid` need not load Zod. */
export const uuidSchema = z.string().regex(UUID);
