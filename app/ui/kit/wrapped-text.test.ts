import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { WrappedText } from './wrapped-text.tsx';

const draw = (text: string) => renderToStaticMarkup(createElement(WrappedText, { text }));

test('keeps ordinary words whole, and treats hyphens as ends', () => {
  for (const text of ['', 'Asha Rawat', 'Papier-mâché Keepsake Box', 'CASH-BV-C2B6-GR9T'])
    expect(draw(text)).toBe(text);
});

test('lets emails and file names wrap before punctuation, text unchanged', () => {
  expect(draw('padmavathi.krishnan@example.in')).toContain('padmavathi<wbr/>.krishnan<wbr/>@example<wbr/>.in');
  expect(draw('PAYTM_PAY_D29FE23A4521A18A').replaceAll(/<[^>]*>/g, '')).toBe('PAYTM_PAY_D29FE23A4521A18A');
});
