import type { PersonalData } from '#app/platform/personal-data.ts';
import { forgetBackInStockRequests } from './holds.server.ts';

export const backInStockData: PersonalData = { erase: forgetBackInStockRequests };
