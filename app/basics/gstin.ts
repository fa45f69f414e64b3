import { STATES_AND_TERRITORIES, type StateOrTerritory } from './states.ts';

const STATE_CODES: Record<StateOrTerritory, string> = {
  'Jammu and Kashmir': '01',
  'Himachal Pradesh': '02',
  Punjab: '03',
  Chandigarh: '04',
  Uttarakhand: '05',
  Haryana: '06',
  Delhi: '07',
  Rajasthan: '08',
  'Uttar Pradesh': '09',
  Bihar: '10',
  Sikkim: '11',
  'Arunachal Pradesh': '12',
  Nagaland: '13',
  Manipur: '14',
  Mizoram: '15',
  Tripura: '16',
  Meghalaya: '17',
  Assam: '18',
  'West Bengal': '19',
  Jharkhand: '20',
  Odisha: '21',
  Chhattisgarh: '22',
  'Madhya Pradesh': '23',
  Gujarat: '24',
  'Dadra and Nagar Haveli and Daman and Diu': '26',
  Maharashtra: '27',
  Karnataka: '29',
  Goa: '30',
  Lakshadweep: '31',
  Kerala: '32',
  'Tamil Nadu': '33',
  Puducherry: '34',
  'Andaman and Nicobar Islands': '35',
  Telangana: '36',
  'Andhra Pradesh': '37',
  Ladakh: '38',
};

export const gstCodeOf = (state: StateOrTerritory): string => STATE_CODES[state];

export const stateOfGstin = (gstin: string): StateOrTerritory | undefined =>
  STATES_AND_TERRITORIES.find((state) => STATE_CODES[state] === gstin.slice(0, 2));

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

export function checkDigitOf(gstin: string): string {
  let sum = 0;
  for (let place = 0; place < 14; place += 1) {
    const product = DIGITS.indexOf(gstin[place]!) * (place % 2 === 0 ? 1 : 2);
    sum += Math.floor(product / 36) + (product % 36);
  }
  return DIGITS[(36 - (sum % 36)) % 36]!;
}

export const isGstin = (text: string): boolean =>
  /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[A-Z\d]$/.test(text) &&
  stateOfGstin(text) !== undefined &&
  checkDigitOf(text) === text[14];
