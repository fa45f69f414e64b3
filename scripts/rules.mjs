// Prints violations of project rules that need several files or other file types. Rules for single scripts are in
// scripts/lint-plugin.mjs.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { areas } from '#app/modules/areas.ts';
import { findFacts } from '#app/route-facts.ts';
import routes from '#app/routes.ts';
import { findPlaces } from './boundaries.mjs';
import { patternsOf } from './checks/addresses.mjs';
import { find as findCitations } from './checks/citations.mjs';
import { find as findActionsOfOtherKinds } from './checks/form-actions.mjs';
import { find as findRoutesWithoutFacts } from './checks/route-facts.mjs';
import { sourcesOf, tablesOf } from './checks/source.mjs';
import { find as findStyles } from './checks/styles.mjs';
import { findFileNames } from './checks/vocabulary.mjs';
import { find as findUnplainEnglish, findDoubtful } from './checks/plain-english.mjs';
import { root } from './setup.mjs';

const READ = /\.(tsx?|mjs|css|md|sql)$/;

const rules = {
  places: findPlaces,
  'file names': findFileNames,
  citations: findCitations,
  'form actions': findActionsOfOtherKinds,
  'route facts': findRoutesWithoutFacts,
  styles: findStyles,
  'plain English': findUnplainEnglish,
};

const repositoryFiles = () =>
  globSync(['*', '{app,benchmarks,database,deploy,docs,public,samples,scripts,server,tests}/**/*.*'], {
    cwd: root,
  }).sort();

export function readProject() {
  const paths = repositoryFiles();
  const sources = sourcesOf(
    new Map(paths.filter((path) => READ.test(path)).map((path) => [path, readFileSync(join(root, path), 'utf8')])),
  );
  return { sources, paths, patterns: patternsOf(routes), findFacts, areas, tables: tablesOf(sources) };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { sources, ...project } = readProject();
  const byPath = new Map(sources.map((source) => [source.path, source]));
  // A reader judges doubtful words, so no check fails because of them.
  const asked = process.argv[2] === 'doubtful' ? { 'doubtful words': findDoubtful } : rules;
  for (const [name, find] of Object.entries(asked)) {
    let count = 0;
    for await (const { path, at, message } of find(sources, project)) {
      count += 1;
      console.log(`${path}:${byPath.get(path)?.lineAt(at) ?? 1} ${message}`);
    }
    console.log(`${name}: ${count}`);
    if (count > 0) process.exitCode = 1;
  }
}
