// The project's own rules: `node scripts/rules.mjs boundaries citations …` names every break of them, as `path:line
// message`; each file is read and parsed once for all. `--count` gives the numbers alone, `--root DIR` looks elsewhere.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { patternsOf } from './checks/addresses.mjs';
import { sourcesOf } from './checks/source.mjs';

const READ = /\.(tsx?|mjs|css|md|sql)$/;

/** Every rule there is; scripts/check.mjs says which of them `npm run check` holds the project to. */
const loaded = {
  addresses: () => import('./checks/addresses.mjs'),
  boundaries: () => import('./boundaries.mjs'),
  citations: () => import('./checks/citations.mjs'),
  components: () => import('./checks/components.mjs'),
  'order-status': () => import('./checks/order-status.mjs'),
  owners: () => import('./checks/owners.mjs'),
  'raw-sql': () => import('./checks/raw-sql.mjs'),
  'route-facts': () => import('./checks/route-facts.mjs'),
  styles: () => import('./checks/styles.mjs'),
  vocabulary: () => import('./checks/vocabulary.mjs'),
};

/** Files of the repository: those of its folders, and what stands beside them. */
const repositoryFiles = (root) =>
  globSync(['*', '{app,benchmarks,database,deploy,docs,public,samples,scripts,server,tests}/**/*.*'], {
    cwd: root,
  }).sort();

/** What every check is given of a working copy: its sources, and what else they need to know of it. */
export async function readProject(root) {
  const paths = repositoryFiles(root);
  const sources = sourcesOf(
    new Map(paths.filter((path) => READ.test(path)).map((path) => [path, readFileSync(join(root, path), 'utf8')])),
  );
  const { default: routes } = await import(pathToFileURL(join(root, 'app/routes.ts')).href);
  const { findFacts } = await import(pathToFileURL(join(root, 'app/route-facts.ts')).href);
  const { areas } = await import(pathToFileURL(join(root, 'app/modules/areas.ts')).href);
  return { sources, paths, patterns: patternsOf(routes), findFacts, areas };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const arguments_ = process.argv.slice(2);
  const rootAt = arguments_.indexOf('--root');
  const root = rootAt < 0 ? fileURLToPath(new URL('..', import.meta.url)) : arguments_.splice(rootAt, 2)[1];
  const onlyCounts = arguments_.includes('--count');
  const asked = arguments_.filter((argument) => argument !== '--count');
  const unknown = asked.filter((name) => !(name in loaded));
  if (unknown.length > 0) throw new Error(`no such rule: ${unknown.join(', ')}`);
  const { sources, ...project } = await readProject(root);
  const byPath = new Map(sources.map((source) => [source.path, source]));
  let total = 0;
  for (const name of asked.length > 0 ? asked : Object.keys(loaded)) {
    const { find } = await loaded[name]();
    const began = performance.now();
    let count = 0;
    for await (const { path, at, message, times = 1 } of find(sources, project)) {
      count += times;
      if (!onlyCounts) console.log(`${path}:${byPath.get(path)?.lineAt(at) ?? 1} ${message}`);
    }
    console.log(`${name}: ${count} (${Math.round(performance.now() - began)} ms)`);
    total += count;
  }
  process.exitCode = total > 0 ? 1 : 0;
}
