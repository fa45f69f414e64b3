import type { Settings } from './settings.ts';

export type UpiPayee = { address: string; name: string; isMerchant: boolean };

/** Returns undefined until the owner has entered it. */
export const payeeOf = ({ address, name, isMerchant }: Settings['upi']): UpiPayee | undefined =>
  address === null || name === null ? undefined : { address, name, isMerchant };
