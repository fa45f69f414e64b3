import type { PersonalData } from '#app/platform/personal-data.ts';
import { forgetConsents, listMyConsents } from './consents.server.ts';

export const consentData: PersonalData = {
  read: { consents: listMyConsents },
  erase: (shop, { userId }) => forgetConsents(shop, userId),
};
