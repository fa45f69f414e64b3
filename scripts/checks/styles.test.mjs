import { describe, expect, test } from 'vitest';
import { sourcesOf } from './source.mjs';
import { find } from './styles.mjs';

const SHEETS = {
  'app/styles/shop.css': `@import 'tailwindcss' source(none);
@import './tokens.css';
@import './kit/button.css' layer(components);
@import './storefront/cart.css' layer(components);`,
  'app/styles/tokens.css': '@theme { --spacing-panel: 1.1rem; }',
  'app/styles/kit/button.css': '.button { color: red; }\n.button-card:hover { color: blue; }',
  'app/styles/storefront/cart.css': '.cart { background: url("a.b.png"); }\n.cart .button { color: blue; }',
};
const BUTTON = "export const looks = (look) => cn('button', `button-${look}`);";
const CART = '<main className="cart px-panel md:w-104"><Button look="card" /></main>;';

async function said(changed = {}) {
  const files = {
    ...SHEETS,
    'app/ui/kit/button.tsx': BUTTON,
    'app/routes/storefront/cart.tsx': CART,
    ...changed,
  };
  const findings = await Array.fromAsync(find(sourcesOf(new Map(Object.entries(files)))));
  return findings.map(({ path, at, message }) => `${path}:${at} ${message}`).join('\n');
}
const saidOf = (code) => said({ 'app/routes/storefront/page.tsx': code });

describe('the check of styles', () => {
  test('accepts styles that follow the rules', async () => {
    expect(await said()).toBe('');
  });

  test.each([
    [
      'as a class of its own',
      { 'app/styles/kit/button.css': `${SHEETS['app/styles/kit/button.css']}\n.button-old {}` },
      'button-old',
    ],
    ['inside a longer selector', { 'app/styles/storefront/cart.css': '.cart > .line:hover { color: red; }' }, 'line'],
    [
      'in a media query',
      { 'app/styles/storefront/cart.css': '.cart {} @media print { .aside { color: red; } }' },
      'aside',
    ],
    [
      'that is a word of the page, not a class',
      { 'app/routes/storefront/cart.tsx': '<main id="cart" title="cart"><Button look="card" /></main>;' },
      'cart',
    ],
    [
      'whose look nobody asks for any more',
      { 'app/routes/storefront/cart.tsx': '<main className="cart" />;' },
      'button-card',
    ],
    [
      'whose look only a type names',
      { 'app/routes/storefront/cart.tsx': "<main className='cart' />; type Look = 'card';" },
      'button-card',
    ],
  ])('reports a class that is not used, %s', async (_where, changed, name) => {
    expect(await said(changed)).toMatch(new RegExp(`app/styles/.*:\\d+ nothing wears \\.${name}$`, 'm'));
  });

  test.each([
    ['in an attribute', '<p className="muted" />;'],
    ['in one of two branches', "<p className={open ? 'cart' : 'muted'} />;"],
    ['after a condition', "<p className={open && 'muted'} />;"],
    ['in a template', '<p className={`cart ${look} muted`} />;'],
    ['through a name', "const look = 'muted'; const view = <p className={look} />;"],
    ['through a property', "const LOOKS = { look: 'muted' }; const view = <p className={LOOKS.look} />;"],
    ['in the class of a part', '<Field labelClass="muted" />;'],
  ])('finds a class that neither a sheet nor Tailwind has, %s', async (_where, code) => {
    expect(await saidOf(code)).toMatch(
      /^app\/routes\/storefront\/page.tsx:\d+ muted is a class of no sheet and no utility$/,
    );
  });

  test.each(['hidden!', '!hidden', 'lg:p-0!', 'md:w-[36rem]!'])('finds a utility with !important: %s', async (name) => {
    expect(await saidOf(`<p className="${name}" />;`)).toContain(`${name} shouts`);
  });

  test.each(['p-[1.1rem]', 'md:w-[36rem]', '[overflow-wrap:anywhere]', '[&_li]:pl-1', 'mask-size-[114%]'])(
    'finds an arbitrary value in brackets: %s',
    async (name) => {
      expect(await saidOf(`<p className="${name}" />;`)).toContain(`${name} makes a value up`);
    },
  );

  test('allows a grid’s columns twice, but not a third time', async () => {
    const grid = '<p className="lg:grid-cols-[15rem_minmax(0,1fr)]" />;';
    expect(await saidOf(grid + grid)).toBe('');
    expect(await saidOf(grid + grid + grid)).toContain('grid-cols-[15rem_minmax(0,1fr)] stands 3 times');
  });

  test.each([
    ['app/routes/admin/order.tsx', 'another folder'],
    ['app/ui/shop/line.tsx', 'a shared part'],
  ])("finds a screen's class in %s: %s", async (path) => {
    expect(await said({ [path]: '<p className="cart" />;' })).toContain(
      `${path}:14 cart is of app/styles/storefront/cart.css`,
    );
  });

  test('finds a sheet that no page loads', async () => {
    expect(await said({ 'app/styles/admin/old.css': '' })).toBe('app/styles/admin/old.css:0 no page loads this sheet');
    const linked = "import old from '#app/styles/old.css?url';";
    expect(await said({ 'app/styles/old.css': '', 'app/root.tsx': linked })).toBe('');
  });
});
