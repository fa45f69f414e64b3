// Checks style sheets (ADR 9): every class exists, is used, and belongs to its folder. Utilities have no `!important`.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, posix } from 'node:path';
import { compile } from 'tailwindcss';
import { isTest } from './source.mjs';

const SHEETS = 'app/styles/';
const ENTRY = `${SHEETS}shop.css`;
/** Only the screens of the same name use these folders. `kit`, `shop` and `layouts` are shared. */
const SCREENS = ['storefront', 'account', 'admin'];
/** The only bracket value that is allowed. A value that is used three times becomes a token. */
const ARBITRARY = /^grid-cols-\[/;
const MAX_SAME_ARBITRARY = 2;

const isSheet = ({ path }) => path.startsWith(SHEETS) && path.endsWith('.css');
const wearsClasses = ({ path }) => /^app\/([^/]+|(routes|ui)\/.+)\.tsx?$/.test(path) && !isTest(path);
const withoutVariants = (name) => name.replace(/^(?:[\w-]+(?:\[[^\]]*\])?(?:\/[\w-]+)?:|\[[^\]]*\]:)+/, '');

function classesOf(sheet) {
  const blank = (text) => text.replace(/[^\n]/g, ' ');
  const bare = sheet.replace(/\/\*[\s\S]*?\*\//g, blank).replace(/"[^"]*"|'[^']*'/g, blank);
  const found = new Map();
  for (const { index, 1: selector } of bare.matchAll(/([^{};]+)\{/g)) {
    if (selector.trim().startsWith('@')) continue;
    for (const { index: at, 1: name } of selector.matchAll(/\.(-?[A-Za-z_][\w-]*)/g))
      if (!found.has(name)) found.set(name, index + at);
  }
  return found;
}

/** In `badge-${tone}`, `badge-` counts as a class prefix. */
function wornIn({ nodes }) {
  const worn = [];
  const starts = [];
  const literals = [];
  const names = new Set();
  const strings = new Map();

  const wear = (value, at) => {
    for (const { 0: name, index } of value.matchAll(/\S+/g)) worn.push({ name, at: at + index });
  };
  function read(node) {
    if (node?.type === 'Literal' && typeof node.value === 'string') wear(node.value, node.start + 1);
    else if (node?.type === 'TemplateLiteral') {
      node.quasis.forEach((quasi, index) => {
        let value = quasi.value.cooked;
        if (index < node.expressions.length) {
          const [start] = /\S*$/.exec(value);
          if (start) starts.push(start);
          value = value.slice(0, value.length - start.length);
        }
        if (index > 0) value = value.replace(/^\S+/, (end) => ' '.repeat(end.length));
        wear(value, quasi.start);
      });
      node.expressions.forEach(read);
    } else if (node?.type === 'ConditionalExpression') [node.consequent, node.alternate].forEach(read);
    else if (node?.type === 'LogicalExpression')
      (node.operator === '&&' ? [node.right] : [node.left, node.right]).forEach(read);
    else if (node?.type === 'CallExpression' && node.callee.name === 'cn') node.arguments.forEach(read);
    else if (node?.type === 'Identifier') names.add(node.name);
    else if (node?.type === 'MemberExpression') names.add(node.property.name);
  }
  const remember = (name, value) => {
    if (name && ['Literal', 'TemplateLiteral', 'ConditionalExpression'].includes(value?.type))
      strings.set(name, [...(strings.get(name) ?? []), value]);
  };
  for (const node of nodes) {
    if (node.type === 'Literal' && typeof node.value === 'string' && node.parent.type !== 'TSLiteralType')
      literals.push(node.value);
    else if (node.type === 'TemplateLiteral')
      for (const { value } of node.quasis.slice(0, -1)) literals.push(`${/\S*$/.exec(value.cooked)[0]}*`);
    else if (node.type === 'JSXAttribute' && /class(name)?$/i.test(node.name.name))
      read(node.value?.expression ?? node.value);
    else if (node.type === 'CallExpression') read(node);
    else if (node.type === 'VariableDeclarator') remember(node.id.name, node.init);
    else if (node.type === 'Property') remember(node.key.name ?? node.key.value, node.value);
  }
  for (const name of names) for (const value of strings.get(name) ?? []) read(value);
  return { worn, starts, literals };
}

async function tailwindMakes(sheets, names) {
  const require = createRequire(import.meta.url);
  const textOf = (path) => sheets.find((sheet) => sheet.path === path)?.text ?? '';
  const { build } = await compile(textOf(ENTRY), {
    base: dirname(ENTRY),
    loadStylesheet: async (id, base) => {
      const path = id === 'tailwindcss' ? require.resolve('tailwindcss/index.css') : posix.join(base, id);
      const content = id === 'tailwindcss' ? readFileSync(path, 'utf8') : textOf(path);
      return { path, base: dirname(path), content };
    },
  });
  return new Set([...build(names).matchAll(/\.((?:\\.|[\w-])+)/g)].map(({ 1: name }) => name.replaceAll('\\', '')));
}

export async function* find(sources) {
  const sheets = sources.filter(isSheet).map((source) => ({ ...source, classes: classesOf(source.text) }));
  const worn = new Map();
  const starts = new Set();
  const literals = new Set();
  for (const source of sources.filter(wearsClasses)) {
    const found = wornIn(source);
    for (const { name, at } of found.worn) worn.set(name, [...(worn.get(name) ?? []), { path: source.path, at }]);
    for (const start of found.starts) starts.add(start);
    for (const literal of found.literals) literals.add(literal);
  }

  const isPutTogether = (name) =>
    [...starts].some((start) => {
      if (!name.startsWith(start)) return false;
      const rest = name.slice(start.length);
      return /^\d+$/.test(rest) || literals.has(rest) || literals.has(rest.replace(/\d+$/, '*'));
    });

  const entry = sheets.find(({ path }) => path === ENTRY)?.text ?? '';
  for (const { path, classes } of sheets) {
    for (const [name, at] of classes)
      if (!worn.has(name) && !isPutTogether(name)) yield { path, at, message: `nothing wears .${name}` };
    if (path === ENTRY || entry.includes(`'./${path.slice(SHEETS.length)}'`) || literals.has(`#${path}?url`)) continue;
    yield { path, at: 0, message: 'no page loads this sheet' };
  }

  for (const [name, places] of worn) {
    const owners = sheets.filter(({ classes }) => classes.has(name)).map(({ path }) => path);
    const folders = owners.map((path) => path.slice(SHEETS.length).split('/')[0]);
    if (folders.length === 0 || !folders.every((folder) => SCREENS.includes(folder))) continue;
    const outside = places.find(({ path }) => !folders.some((folder) => path.startsWith(`app/routes/${folder}/`)));
    const message = `${name} is of ${owners.join(', ')}; what others wear too stands in kit/ or shop/`;
    if (outside) yield { ...outside, message };
  }

  const made = await tailwindMakes(sheets, [...worn.keys()]);
  const isMade = (name) =>
    made.has(name) || sheets.some(({ classes }) => classes.has(name)) || /^(group|peer)(\/|$)/.test(name);
  const same = new Map();
  for (const [name, places] of worn) {
    const utility = withoutVariants(name);
    let message;
    if (/^!|!$/.test(utility)) message = `${name} shouts; utilities win over sheets without`;
    else if (ARBITRARY.test(utility)) same.set(utility, [...(same.get(utility) ?? []), ...places]);
    else if (name.includes('[')) message = `${name} makes a value up; take a step, a token, or the component's sheet`;
    else if (!isMade(name)) message = `${name} is a class of no sheet and no utility`;
    if (message) for (const place of places) yield { ...place, message };
  }
  for (const [utility, places] of same)
    if (places.length > MAX_SAME_ARBITRARY)
      yield { ...places[0], message: `${utility} stands ${places.length} times; name it in tokens.css` };
}
