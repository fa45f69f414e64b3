import { z } from 'zod';
import { UUID } from './uuid.ts';

/** A UUID in a form. Apart from `isUuid`, so that a page which only asks that doesn't load Zod. */
export const uuidSchema = z.string().regex(UUID);
