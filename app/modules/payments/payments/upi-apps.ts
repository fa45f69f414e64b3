import { type Paise, rupees } from '#app/basics/money.ts';
import type { UpiPayee } from '#app/modules/store/settings/payee.ts';

export type UpiApp = 'any' | 'google-pay' | 'phonepe' | 'paytm';

export type PayDevice = { isPhone: boolean; upiApps: UpiApp[] };

const LINK_STARTS: Record<UpiApp, string> = {
  any: 'upi://pay?',
  'google-pay': 'gpay://upi/pay?',
  phonepe: 'phonepe://pay?',
  paytm: 'paytmmp://pay?',
};

export const UPI_APP_NAMES: Record<Exclude<UpiApp, 'any'>, string> = {
  'google-pay': 'Google Pay',
  phonepe: 'PhonePe',
  paytm: 'Paytm',
};

/** Browsers in which a link opened a UPI app when tested, most specific first. Other browsers get no link. */
const TESTED_BROWSERS: [browser: RegExp, apps: UpiApp[]][] = [
  // The browsers inside these apps ignore links to other apps.
  [/Instagram|FBAN|FBAV|FB_IAB|WhatsApp\/|Line\/|Twitter|Snapchat|; wv\)/, []],
  [/Android.+(?:Chrome|Firefox|SamsungBrowser)\//, ['any']],
  // For `upi:`, an iPhone opens an app without asking which one.
  [/iPhone.+Safari\//, ['google-pay', 'phonepe', 'paytm']],
];

/** Returns the UPI apps that a link can open. Returns none on a computer or an unknown phone. */
export function payDeviceOf(userAgent: string | null): PayDevice {
  const browser = userAgent ?? '';
  const isPhone = /Android|iPhone|iPod|Mobile/.test(browser);
  const tested = isPhone ? TESTED_BROWSERS.find(([pattern]) => pattern.test(browser)) : undefined;
  return { isPhone, upiApps: tested?.[1] ?? [] };
}

export const upiAppLink = (link: string, app: UpiApp): string => link.replace(LINK_STARTS.any, LINK_STARTS[app]);

/** For payments to a personal address, UPI apps refuse larger amounts from links and saved QR codes. */
const MAX_PERSONAL_LINK = rupees(2000);

/** Returns whether UPI apps accept a link for this amount in paise. */
export const takesAppLink = ({ isMerchant }: Pick<UpiPayee, 'isMerchant'>, amount: Paise): boolean =>
  isMerchant || amount <= MAX_PERSONAL_LINK;
