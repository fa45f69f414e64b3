import { expect, test } from 'vitest';
import { find } from './components.mjs';
import { sourcesOf } from './source.mjs';

const said = (text, path = 'app/routes/storefront/home.tsx') =>
  [...find(sourcesOf(new Map([[path, text]])))].map(({ message }) => message);

const lines = (count) => '  count();\n'.repeat(count);

test.each([
  ['a function', `export default function Home() {\n${lines(149)}}`],
  ['an arrow function', `const Home = () => {\n${lines(149)}};`],
  ['one in a wrapper', `const Home = memo(function () {\n${lines(149)}});`],
])('a component of 151 lines is an error: %s', (_, text) => {
  expect(said(text)).toEqual(['Home has 151 lines, more than 150: give its sections files of their own']);
});

test.each([
  ['a component of 150 lines', `export function Home() {\n${lines(148)}}`],
  ['another function', `export function loader() {\n${lines(300)}}`],
])('%s is fine', (_, text) => {
  expect(said(text)).toEqual([]);
});
