import { z } from 'zod';
import { UUID } from './uuid.ts';

/** Apart from `isUuid`, so that its callers need not load Zod. */
export const uuidSchema = z.string().regex(UUID);
