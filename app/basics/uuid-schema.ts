import { z } from 'zod';
import { UUID } from './uuid.ts';

/** In its own file, so that callers of `isUuid` need not load Zod. */
export const uuidSchema = z.string().regex(UUID);
