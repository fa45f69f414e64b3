// Finds route actions that were not created by `formAction`.
import { posix } from 'node:path';
import { importedNames, isScript, isTest } from './source.mjs';

const MAKERS = new Set(['formAction', 'uploadActionOf']);

/**
 * These actions read no forms: addresses for programs, Better Auth, unknown addresses, and the return from a gateway.
 */
const EXEMPT = new Set([
  'app/routes/api/auth.ts',
  'app/routes/api/send-notification.ts',
  'app/routes/api/webhooks/gateway.ts',
  'app/routes/storefront/not-found.tsx',
  'app/routes/storefront/payment/return.ts',
]);

function* exportsOf(source) {
  for (const node of source.nodes) {
    if (node.type !== 'ExportNamedDeclaration') continue;
    if (node.declaration?.type === 'FunctionDeclaration')
      yield { name: node.declaration.id.name, node, value: undefined };
    for (const { id, init } of node.declaration?.declarations ?? []) yield { name: id.name, node, value: init };
    for (const { local, exported } of node.specifiers ?? [])
      yield { name: exported.name ?? exported.value, node, value: node.source ? undefined : local };
  }
}

const declarationOf = (source, name) =>
  source.nodes.find((node) => node.type === 'VariableDeclarator' && node.id.name === name)?.init;

function isMade(source, value, byPath) {
  let called = value;
  while (called?.type === 'CallExpression') called = called.callee;
  if (called?.type !== 'Identifier') return false;
  if (called !== value) return MAKERS.has(called.name);
  const imported = importedNames(source).get(value.name);
  if (!imported) return isMade(source, declarationOf(source, value.name), byPath);
  const path = imported.specifier.startsWith('#')
    ? imported.specifier.slice(1)
    : posix.join(posix.dirname(source.path), imported.specifier);
  const from = byPath.get(path);
  return from !== undefined && isMade(from, declarationOf(from, imported.name), byPath);
}

export function* find(sources) {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  for (const source of sources) {
    const { path } = source;
    if (!path.startsWith('app/routes/') || !isScript(path) || isTest(path) || EXEMPT.has(path)) continue;
    for (const { name, node, value } of exportsOf(source))
      if (name === 'action' && !isMade(source, value, byPath))
        yield { path, at: node.start, message: 'an action is made by formAction of app/routes/form-action.server.ts' };
  }
}
