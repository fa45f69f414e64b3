import { renderToString } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '#app/modules/store/settings/settings.ts';
import Home from './home.tsx';

test('shows six skeletons until the featured artworks load', () => {
  const { home, footer, figures, testimonials, contact, promises, flatShipping } = DEFAULT_SETTINGS;
  const known = {
    home,
    delivery: footer.delivery,
    figures,
    testimonials,
    contact,
    promises,
    freeAbove: flatShipping.freeAbove,
    channels: { sms: true, whatsApp: true },
    madeWithin: '2-3 weeks',
    replyWithin: '24 hours',
  };
  const Stub = createRoutesStub([
    { path: '/', Component: () => <Home loaderData={{ ...known, featured: new Promise(() => {}) }} /> },
  ]);
  const html = renderToString(<Stub />);
  expect(html.match(/class="skeleton aspect-4\/5"/g)).toHaveLength(6);
  expect(html).toContain('How It Works');
  expect(html).not.toContain('No Featured Artworks');
});
