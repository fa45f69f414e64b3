import { expect, test } from 'vitest';
import { payDeviceOf, upiAppLink } from './upi-apps.ts';

const ANDROID = 'Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko)';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const NAMED = ['google-pay', 'phonepe', 'paytm'];

test.each([
  ['Chrome on Android', `${ANDROID} Chrome/131.0.0.0 Mobile Safari/537.36`, true, ['any']],
  ['Samsung Internet', `${ANDROID} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`, true, ['any']],
  ['Firefox on Android', 'Mozilla/5.0 (Android 14; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0', true, ['any']],
  ['Safari on an iPhone', `${IPHONE} Version/18.1 Mobile/15E148 Safari/604.1`, true, NAMED],
  ['Chrome on an iPhone', `${IPHONE} CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1`, true, NAMED],
  [
    'Instagram on Android',
    'Mozilla/5.0 (Linux; Android 14; Pixel 7; wv) AppleWebKit/537.36 Version/4.0 Chrome/131.0.0.0 Mobile Safari/537.36 Instagram 360.0.0.30 Android',
    true,
    [],
  ],
  ['Instagram on an iPhone', `${IPHONE} Mobile/15E148 Instagram 360.0.0.30 (iPhone15,2; iOS 18_1)`, true, []],
  ['Facebook on an iPhone', `${IPHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/490.0]`, true, []],
  ['WhatsApp on Android', `${ANDROID} Version/4.0 Chrome/131.0.0.0 Mobile Safari/537.36 WhatsApp/2.24.25`, true, []],
  ['an unknown phone', 'Mozilla/5.0 (Mobile; KAIOS/3.1) Gecko/84.0 Firefox/84.0', true, []],
  ['a laptop', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36', false, []],
  ['no browser', null, false, []],
])('%s has its app links', (_name, userAgent, isPhone, upiApps) => {
  expect(payDeviceOf(userAgent)).toEqual({ isPhone, upiApps });
});

test('a link is addressed to one app and keeps its payment', () => {
  const link = 'upi://pay?pa=studio@upi&am=450.00';
  expect(upiAppLink(link, 'any')).toBe(link);
  expect(upiAppLink(link, 'google-pay')).toBe('gpay://upi/pay?pa=studio@upi&am=450.00');
  expect(upiAppLink(link, 'phonepe')).toBe('phonepe://pay?pa=studio@upi&am=450.00');
  expect(upiAppLink(link, 'paytm')).toBe('paytmmp://pay?pa=studio@upi&am=450.00');
});
