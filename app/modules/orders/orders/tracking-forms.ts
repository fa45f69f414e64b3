import { z } from 'zod';

/** What a guest sends to see where a parcel goes. */
export const parcelSchema = z.strictObject({ order: z.string().max(60), phoneDigits: z.string().trim().max(20) });
