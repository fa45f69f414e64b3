import type { Settings } from './settings.ts';

/** Whom a UPI payment goes to. */
export type UpiPayee = { address: string; name: string; isMerchant: boolean };

/** The payee of these settings; undefined until the owner has said who it is. */
export const payeeOf = ({ address, name, isMerchant }: Settings['upi']): UpiPayee | undefined =>
  address === null || name === null ? undefined : { address, name, isMerchant };
