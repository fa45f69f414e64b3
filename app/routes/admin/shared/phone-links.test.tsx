import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PhoneLinks } from './phone-links.tsx';

test.each([
  ['98765 43210', true],
  ['+91 98765 43210', true],
  ['05962 230123', false],
  ['011-23456789', false],
])('%s has a link to WhatsApp: %s', (phone, isMobile) => {
  const html = renderToString(<PhoneLinks phone={phone} />);
  expect([html.includes('href="tel:'), html.includes('https://wa.me/')]).toEqual([true, isMobile]);
});
