import { z } from 'zod';

export const reasonSchema = z.string().trim().max(500).optional();
