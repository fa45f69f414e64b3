import type { PersonalData } from '#app/platform/personal-data.ts';
import { listAddresses } from './addresses.server.ts';

export const addressData: PersonalData = {
  read: {
    addresses: async (shop) => (await listAddresses(shop)).map(({ label, address }) => ({ label, ...address })),
  },
};
