import type { StateOrTerritory } from './india.ts';

/** First digits of the PIN codes of each state; a longer match decides. */
const STATES_BY_PREFIX: Record<string, StateOrTerritory> = {
  11: 'Delhi', 12: 'Haryana', 13: 'Haryana', 14: 'Punjab', 15: 'Punjab', 16: 'Punjab', 160: 'Chandigarh', 17: 'Himachal Pradesh',
  18: 'Jammu and Kashmir', 19: 'Jammu and Kashmir', 194: 'Ladakh',
  20: 'Uttar Pradesh', 21: 'Uttar Pradesh', 22: 'Uttar Pradesh', 23: 'Uttar Pradesh', 24: 'Uttar Pradesh', 25: 'Uttar Pradesh', 26: 'Uttar Pradesh',
  27: 'Uttar Pradesh', 28: 'Uttar Pradesh', 2460: 'Uttarakhand', 2461: 'Uttarakhand', 2464: 'Uttarakhand', 248: 'Uttarakhand', 249: 'Uttarakhand',
  2476: 'Uttarakhand', 2625: 'Uttarakhand', 263: 'Uttarakhand',
  30: 'Rajasthan', 31: 'Rajasthan', 32: 'Rajasthan', 33: 'Rajasthan', 34: 'Rajasthan',
  36: 'Gujarat', 37: 'Gujarat', 38: 'Gujarat', 39: 'Gujarat', 3962: 'Dadra and Nagar Haveli and Daman and Diu',
  40: 'Maharashtra', 41: 'Maharashtra', 42: 'Maharashtra', 43: 'Maharashtra', 44: 'Maharashtra', 403: 'Goa',
  45: 'Madhya Pradesh', 46: 'Madhya Pradesh', 47: 'Madhya Pradesh', 48: 'Madhya Pradesh', 49: 'Chhattisgarh',
  50: 'Telangana', 51: 'Andhra Pradesh', 52: 'Andhra Pradesh', 53: 'Andhra Pradesh',
  56: 'Karnataka', 57: 'Karnataka', 58: 'Karnataka', 59: 'Karnataka',
  60: 'Tamil Nadu', 61: 'Tamil Nadu', 62: 'Tamil Nadu', 63: 'Tamil Nadu', 64: 'Tamil Nadu', 605: 'Puducherry',
  67: 'Kerala', 68: 'Kerala', 69: 'Kerala', 68255: 'Lakshadweep',
  70: 'West Bengal', 71: 'West Bengal', 72: 'West Bengal', 73: 'West Bengal', 74: 'West Bengal', 737: 'Sikkim', 744: 'Andaman and Nicobar Islands',
  75: 'Odisha', 76: 'Odisha', 77: 'Odisha', 78: 'Assam', 790: 'Arunachal Pradesh', 791: 'Arunachal Pradesh', 792: 'Arunachal Pradesh',
  793: 'Meghalaya', 794: 'Meghalaya', 795: 'Manipur', 796: 'Mizoram', 797: 'Nagaland', 798: 'Nagaland', 799: 'Tripura',
  80: 'Bihar', 81: 'Bihar', 82: 'Jharkhand', 83: 'Jharkhand', 84: 'Bihar', 85: 'Bihar',
};

/** The state a PIN code most likely lies in, to suggest it: borders run through some prefixes, so the shopper decides. */
export function stateOfPin(pin: string): StateOrTerritory | undefined {
  const digits = pin.replace(/\s/g, '');
  for (let length = 5; length >= 2; length -= 1) {
    const state = STATES_BY_PREFIX[digits.slice(0, length)];
    if (state && digits.length >= length) return state;
  }
  return undefined;
}
