// Prints the size and structure of the code: `node scripts/structure.mjs [--root DIR]`.
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isScript, isTest, sourcesOf } from './checks/source.mjs';

const rootAt = process.argv.indexOf('--root');
const root = rootAt < 0 ? fileURLToPath(new URL('..', import.meta.url)) : process.argv[rootAt + 1];

const paths = globSync('{app,server}/**/*.{ts,tsx}', { cwd: root }).filter((path) => isScript(path) && !isTest(path));
const sources = sourcesOf(new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')])));
const linesOf = ({ text }) => text.trimEnd().split('\n').length;

// In older versions, modules are one level below app/modules.
const hasAreas = paths.some((path) => path.startsWith('app/modules/store/settings/'));
const moduleOf = (path) => (hasAreas ? /^app\/modules\/([^/]+\/[^/]+)\// : /^app\/modules\/([^/]+)\//).exec(path)?.[1];

const edges = new Set();
for (const { path, nodes } of sources) {
  const from = moduleOf(path);
  if (!from) continue;
  for (const node of nodes) {
    const specifier = node.source?.value;
    const to = typeof specifier === 'string' && specifier.startsWith('#') ? moduleOf(specifier.slice(1)) : undefined;
    if (to && to !== from) edges.add(`${from} ${to}`);
  }
}

const functions = sources.flatMap((source) =>
  source.nodes
    .filter(({ type }) => ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'].includes(type))
    .map(({ start, end, id, parent }) => ({
      name: `${source.path} ${id?.name ?? parent?.id?.name ?? parent?.key?.name ?? 'anonymous'}`,
      lines: source.lineAt(end) - source.lineAt(start) + 1,
    })),
);
const longest = functions.reduce((one, other) => (other.lines > one.lines ? other : one));
const long = sources.filter((source) => linesOf(source) > 300);

const figures = {
  'entries in app/modules': readdirSync(join(root, 'app/modules')).length,
  modules: new Set(paths.map(moduleOf).filter(Boolean)).size,
  'dependencies between modules': edges.size,
  files: paths.length,
  'lines without tests': sources.reduce((sum, source) => sum + linesOf(source), 0),
  'lines of app/modules': sources
    .filter(({ path }) => path.startsWith('app/modules/'))
    .reduce((sum, source) => sum + linesOf(source), 0),
  'functions of more than 100 lines': functions.filter(({ lines }) => lines > 100).length,
  'longest function': `${longest.lines} (${longest.name})`,
  'files of more than 300 lines': long.length,
};
for (const [name, figure] of Object.entries(figures)) console.log(`${name}: ${figure}`);
for (const source of long.toSorted((one, other) => linesOf(other) - linesOf(one)))
  console.log(`  ${linesOf(source)} ${source.path}`);
