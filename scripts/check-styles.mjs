// The one system of style sheets (docs/decisions/0009) as errors: whose a class is, that somebody wears it, that it
// exists, and that no utility shouts or makes up a value.
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, posix } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseSync } from 'oxc-parser';
import { compile } from 'tailwindcss';

const SHEETS = 'app/styles/';
const ENTRY = `${SHEETS}shop.css`;
/** The sheets of these folders are for the screens of one folder; those of `kit`, `shop` and `layouts` for everybody. */
const SCREENS = ['storefront', 'account', 'admin'];
/** Values in brackets that may stand, and why. */
const ARBITRARY = [{ pattern: /^grid-cols-\[/, reason: 'the columns of one grid; no scale could have them' }];
/** The same columns a third time are a token. */
const MAX_SAME_ARBITRARY = 2;

const isSheet = (path) => path.startsWith(SHEETS) && path.endsWith('.css');
const lineOf = (text, at) => text.slice(0, at).split('\n').length;
const withoutVariants = (name) => name.replace(/^(?:[\w-]+(?:\[[^\]]*\])?(?:\/[\w-]+)?:|\[[^\]]*\]:)+/, '');

/** Every class that the selectors of a sheet name, with its first line. */
function classesOf(sheet) {
  const blank = (text) => text.replace(/[^\n]/g, ' ');
  const bare = sheet.replace(/\/\*[\s\S]*?\*\//g, blank).replace(/"[^"]*"|'[^']*'/g, blank);
  const found = new Map();
  for (const { index, 1: selector } of bare.matchAll(/([^{};]+)\{/g)) {
    if (selector.trim().startsWith('@')) continue;
    for (const { index: at, 1: name } of selector.matchAll(/\.(-?[A-Za-z_][\w-]*)/g))
      if (!found.has(name)) found.set(name, lineOf(sheet, index + at));
  }
  return found;
}

const isType = ({ type }) => type.startsWith('TS') && !/^TS(As|Satisfies|NonNull)Expression$/.test(type);
const childrenOf = (node) =>
  Object.values(node)
    .flat()
    .filter((child) => typeof child?.type === 'string');

/**
 * The class names that one file wears: in attributes named for classes, in `cn()`, and in what a name stands for that is
 * used there. What a template ends with, as `badge-` in `badge-${tone}`, is the start of some.
 */
function wornIn(path, text) {
  const { program } = parseSync(path, text);
  const worn = [];
  const starts = [];
  const literals = [];
  const names = new Set();
  const strings = new Map();

  const wear = (value, at) => {
    for (const { 0: name, index } of value.matchAll(/\S+/g)) worn.push({ name, at: at + index });
  };
  /** Every string that an expression can come to. */
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
  const named = (name, value) => {
    if (name && ['Literal', 'TemplateLiteral', 'ConditionalExpression'].includes(value?.type))
      strings.set(name, [...(strings.get(name) ?? []), value]);
  };
  (function walk(node) {
    if (isType(node)) return;
    if (node.type === 'Literal' && typeof node.value === 'string') literals.push(node.value);
    if (node.type === 'TemplateLiteral')
      for (const { value } of node.quasis.slice(0, -1)) literals.push(`${/\S*$/.exec(value.cooked)[0]}*`);
    if (node.type === 'JSXAttribute' && /class(name)?$/i.test(node.name.name))
      read(node.value?.expression ?? node.value);
    if (node.type === 'CallExpression') read(node);
    if (node.type === 'VariableDeclarator') named(node.id.name, node.init);
    if (node.type === 'Property') named(node.key.name ?? node.key.value, node.value);
    childrenOf(node).forEach(walk);
  })(program);
  for (const name of names) for (const value of strings.get(name) ?? []) read(value);
  return { worn, starts, literals };
}

/** The classes that Tailwind makes of these names, with the tokens of the shop's own sheets. */
async function madeByTailwind(files, names) {
  const require = createRequire(import.meta.url);
  const { build } = await compile(files.get(ENTRY), {
    base: posix.dirname(ENTRY),
    loadStylesheet: async (id, base) => {
      if (id === 'tailwindcss') {
        const path = require.resolve('tailwindcss/index.css');
        return { path, base: dirname(path), content: readFileSync(path, 'utf8') };
      }
      const path = posix.join(base, id);
      return { path, base: posix.dirname(path), content: files.get(path) ?? '' };
    },
  });
  return new Set([...build(names).matchAll(/\.((?:\\.|[\w-])+)/g)].map(({ 1: name }) => name.replaceAll('\\', '')));
}

/** What breaks the rules: one sentence each, with its place. `files` are the sheets and the files that wear classes. */
export async function styleBreaks(files) {
  const breaks = [];
  const sheets = new Map([...files].filter(([path]) => isSheet(path)).map(([path, text]) => [path, classesOf(text)]));
  const wearers = new Map(
    [...files].filter(([path]) => /\.tsx?$/.test(path)).map(([path, text]) => [path, wornIn(path, text)]),
  );
  const worn = new Map();
  for (const [path, { worn: names }] of wearers)
    for (const { name, at } of names) worn.set(name, [...(worn.get(name) ?? []), { path, at }]);
  const starts = new Set([...wearers.values()].flatMap((each) => each.starts));
  const literals = new Set([...wearers.values()].flatMap((each) => each.literals));
  const place = ({ path, at }) => `${path}:${lineOf(files.get(path), at)}`;

  /** Whether a template makes it: its start is one's, and its rest is a number, written somewhere, or made likewise. */
  const isPutTogether = (name) =>
    [...starts].some((start) => {
      if (!name.startsWith(start)) return false;
      const rest = name.slice(start.length);
      return /^\d+$/.test(rest) || literals.has(rest) || literals.has(rest.replace(/\d+$/, '*'));
    });

  for (const [path, classes] of sheets) {
    for (const [name, line] of classes)
      if (!worn.has(name) && !isPutTogether(name)) breaks.push(`${path}:${line}: nothing wears .${name}`);
    const imported = `'./${path.slice(SHEETS.length)}'`;
    const linked = `'#${path}?url'`;
    if (
      path !== ENTRY &&
      !files.get(ENTRY)?.includes(imported) &&
      ![...files.values()].some((text) => text.includes(linked))
    )
      breaks.push(`${path}: no page loads this sheet`);
  }

  for (const [name, places] of worn) {
    const owners = [...sheets].filter(([, classes]) => classes.has(name)).map(([path]) => path);
    const folders = owners.map((path) => path.slice(SHEETS.length).split('/')[0]);
    if (folders.length === 0 || !folders.every((folder) => SCREENS.includes(folder))) continue;
    const outside = places.find(({ path }) => !folders.some((folder) => path.startsWith(`app/routes/${folder}/`)));
    if (outside)
      breaks.push(
        `${place(outside)}: ${name} is of ${owners.join(', ')}; what others wear too stands in kit/ or shop/`,
      );
  }

  const own = new Set([...sheets.values()].flatMap((classes) => [...classes.keys()]));
  const made = await madeByTailwind(files, [...worn.keys()]);
  const same = new Map();
  for (const [name, places] of worn) {
    const utility = withoutVariants(name);
    for (const each of places) {
      if (/^!|!$/.test(utility)) breaks.push(`${place(each)}: ${name} shouts; utilities win over sheets without`);
      else if (name.includes('[')) {
        if (!ARBITRARY.some(({ pattern }) => pattern.test(utility)))
          breaks.push(
            `${place(each)}: ${name} makes a value up; take a step of a scale, a token, or the component's sheet`,
          );
        same.set(utility, [...(same.get(utility) ?? []), each]);
      } else if (!own.has(name) && !made.has(name) && !/^(group|peer)(\/|$)/.test(name))
        breaks.push(`${place(each)}: ${name} is a class of no sheet and no utility`);
    }
  }
  for (const [utility, places] of same)
    if (places.length > MAX_SAME_ARBITRARY && ARBITRARY.some(({ pattern }) => pattern.test(utility)))
      breaks.push(`${place(places[0])}: ${utility} stands ${places.length} times; name it in tokens.css`);
  return breaks;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const root = dirname(dirname(fileURLToPath(import.meta.url)));
  const paths = globSync(['app/styles/**/*.css', 'app/{*,routes/**/*,ui/**/*}.{ts,tsx}'], { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/\.test\.tsx?$/.test(path));
  const breaks = await styleBreaks(new Map(paths.map((path) => [path, readFileSync(`${root}/${path}`, 'utf8')])));
  for (const line of breaks) console.log(line);
  process.exitCode = breaks.length > 0 ? 1 : 0;
}
