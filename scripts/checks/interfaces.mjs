// How much of a module others hold on to: what they import of it at run time.
import { posix } from 'node:path';
import { isScript, isTest, moduleOf } from './source.mjs';

export const MAX_EXPORTS = 25;

/** The file of a module that a specifier names, or undefined. */
function target(specifier, from) {
  const path = specifier.startsWith('#') ? specifier.slice(1) : posix.join(posix.dirname(from), specifier);
  return moduleOf(path) ? path : undefined;
}

/** Names that a node brings in at run time: of imports, exports from elsewhere and `await import(…)`. */
function namesIn(node) {
  if (node.importKind === 'type' || node.exportKind === 'type') return [];
  if (node.type === 'ImportDeclaration') {
    return node.specifiers
      .filter((each) => each.importKind !== 'type')
      .map((each) => (each.type === 'ImportSpecifier' ? (each.imported.name ?? each.imported.value) : '*'));
  }
  if (node.type === 'ExportNamedDeclaration')
    return node.specifiers.filter((each) => each.exportKind !== 'type').map((each) => each.local.name);
  return ['*'];
}

/**
 * What others use of each module: a map from module to the `file name` of every function and value of its
 * interface files (`….server.ts`, without tables, which have a rule of their own) that a file outside it imports. What moving-in
 * takes isn't counted: it has a function of nearly every module, which nobody else uses.
 */
export function usedExports(sources) {
  const used = new Map();
  for (const source of sources) {
    if (!isScript(source.path) || isTest(source.path) || !/^(app|server)\//.test(source.path)) continue;
    for (const node of source.nodes) {
      const specifier = node.source?.value;
      if (typeof specifier !== 'string' || node.type === 'TSImportType') continue;
      const path = target(specifier, source.path);
      if (!path?.endsWith('.server.ts') || path.endsWith('/tables.server.ts') || path.includes('/internal/')) continue;
      const owner = moduleOf(path);
      if ([owner, 'moving-in'].includes(moduleOf(source.path))) continue;
      const names = used.get(owner) ?? used.set(owner, new Set()).get(owner);
      for (const name of namesIn(node)) names.add(`${path.replace(`app/modules/${owner}/`, '')} ${name}`);
    }
  }
  return new Map([...used].map(([owner, names]) => [owner, [...names]]));
}

export function* find(sources) {
  for (const [owner, names] of usedExports(sources)) {
    if (names.length > MAX_EXPORTS)
      yield {
        path: `app/modules/${owner}`,
        at: 0,
        message: `others use ${names.length} exports of ${owner}, more than ${MAX_EXPORTS}`,
      };
  }
}
