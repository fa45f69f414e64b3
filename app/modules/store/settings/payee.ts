import type { Settings } from './settings.ts';

export type UpiPayee = { address: string; name: string; isMerchant: boolean };

export const payeeOf = ({ address, name, isMerchant }: Settings['upi']): UpiPayee | undefined =>
  address === null || name === null ? undefined : { address, name, isMerchant };
