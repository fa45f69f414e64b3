import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { rupees } from '#app/basics/money.ts';
import type { Artwork } from '#app/modules/catalogue/artworks/artwork.ts';
import { Stock } from './buy.tsx';

test('a sold-out variant is out of stock, although others are not', () => {
  const artwork = {
    status: 'published',
    medium: 'oil',
    price: rupees(1000),
    stockCount: 2,
    hasVariants: true,
  } as Artwork;
  const shown = (count: number) => renderToString(<Stock artwork={artwork} count={count} weeks="2–3 weeks" />);
  expect(shown(0)).toContain('Out of stock');
  expect(shown(0)).not.toContain('left');
  expect(shown(2)).toContain('Only 2 left');
});
