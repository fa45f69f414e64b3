import type { PersonalData } from '#app/platform/personal-data.ts';
import { getProfile } from './accounts.server.ts';
import { getCustomerSettings } from './customer-settings.server.ts';
import { listFormerAddresses } from './proven-addresses.server.ts';

/** Reads the account's data; the users module erases it. */
export const accountData: PersonalData = {
  read: { profile: getProfile, formerEmails: listFormerAddresses, settings: getCustomerSettings },
};
