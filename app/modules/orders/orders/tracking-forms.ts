import { z } from 'zod';

export const parcelSchema = z.strictObject({ order: z.string().max(60), phoneDigits: z.string().trim().max(20) });
