import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { WrappedText } from './wrapped-text.tsx';

const draw = (text: string) => renderToStaticMarkup(createElement(WrappedText, { text }));

test('words of a usual length are left whole, hyphens between them count as their end', () => {
  for (const text of ['', 'Asha Rawat', 'Papier-mâché Keepsake Box', 'CASH-BV-C2B6-GR9T'])
    expect(draw(text)).toBe(text);
});

test('an e-mail and a file’s name may break before their signs, and read as they were', () => {
  expect(draw('padmavathi.krishnan@example.in')).toContain('padmavathi<wbr/>.krishnan<wbr/>@example<wbr/>.in');
  expect(draw('PAYTM_PAY_D29FE23A4521A18A').replaceAll(/<[^>]*>/g, '')).toBe('PAYTM_PAY_D29FE23A4521A18A');
});
