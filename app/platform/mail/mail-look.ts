/** Email programs support neither custom properties nor our fonts, so this file repeats the values. */
export const COLOURS = {
  paper: '#FAF5EC',
  sand: '#F2E9DA',
  rice: '#FFFDF9',
  clay: '#E6D8C2',
  ink: '#2A1A13',
  inkSecond: '#5A4538',
  inkThird: '#73604F',
  geru: '#8C2F1D',
  geruDark: '#45140B',
  bisvar: '#FBF4E6',
  haldi: '#C9861A',
  haldiInk: '#7D4F00',
  haldiWash: '#FBEFD3',
  pine: '#2C5440',
  line: '#DDCDB5',
} as const;

export const DISPLAY_FONT = '"Tiro Devanagari Hindi", Georgia, "Times New Roman", serif';
export const TEXT_FONT = 'Mukta, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';

export type ShopIdentity = {
  name: string;
  url: string;
  email: string;
  phone: string;
  address: string;
  colour?: string;
};
