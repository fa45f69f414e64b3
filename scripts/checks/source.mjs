import { parseSync, visitorKeys } from 'oxc-parser';

/** @typedef {{ path: string, at: number, message: string }} Finding */

export const isScript = (path) => /\.(tsx?|mjs)$/.test(path);

export const isTest = (path) => /\.(test|spec)\.(tsx?|mjs)$/.test(path) || path.startsWith('tests/');

function flatten(node, parent, nodes) {
  node.parent = parent;
  nodes.push(node);
  for (const key of visitorKeys[node.type] ?? []) {
    const child = node[key];
    if (Array.isArray(child)) {
      for (const each of child) if (each) flatten(each, node, nodes);
    } else if (child) flatten(child, node, nodes);
  }
  return nodes;
}

class Source {
  #parsed;
  #nodes;

  constructor(path, text) {
    this.path = path;
    this.text = text;
  }

  get #result() {
    return (this.#parsed ??= parseSync(this.path, this.text));
  }

  /**
   * The nodes of a script in the order of the text. Other files have none.
   * @returns {any[]}
   */
  get nodes() {
    return (this.#nodes ??= isScript(this.path) ? flatten(this.#result.program, undefined, []) : []);
  }

  get comments() {
    if (isScript(this.path)) return this.#result.comments.map(({ value, start }) => ({ text: value, at: start + 2 }));
    const pattern = { css: /\/\*[^]*?\*\//g, sql: /--.*/g }[this.path.split('.').at(-1)];
    return pattern ? [...this.text.matchAll(pattern)].map((found) => ({ text: found[0], at: found.index })) : [];
  }

  lineAt(at) {
    return this.text.slice(0, at).split('\n').length;
  }
}

export const sourcesOf = (files) => [...files].map(([path, text]) => new Source(path, text));

/**
 * Returns the text of a string or template, in which `inserted` replaces expressions; undefined for other nodes.
 * @param {any} node
 * @param {(node: any) => string} [inserted]
 * @returns {string | undefined}
 */
export function textOf(node, inserted = () => '?') {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type !== 'TemplateLiteral') return undefined;
  return node.quasis
    .map(({ value }, place) => value.cooked + (node.expressions[place] ? inserted(node.expressions[place]) : ''))
    .join('');
}

export function importedNames(source) {
  const names = new Map();
  for (const node of source.nodes) {
    if (node.type !== 'ImportDeclaration') continue;
    for (const each of node.specifiers) {
      const imported = each.type === 'ImportSpecifier' ? (each.imported.name ?? each.imported.value) : '*';
      const isType = node.importKind === 'type' || each.importKind === 'type';
      names.set(each.local.name, { specifier: node.source.value, name: imported, isType });
    }
  }
  return names;
}

export function tablesOf(sources) {
  const tables = new Map();
  for (const source of sources) {
    if (!source.path.endsWith('/tables.server.ts')) continue;
    const owner = source.path.replace('/tables.server.ts', '');
    for (const node of source.nodes) {
      if (node.type !== 'CallExpression' || node.callee.name !== 'pgTable') continue;
      const name = textOf(node.arguments[0]);
      if (name !== undefined) tables.set(name, { owner, variable: node.parent.id?.name });
    }
  }
  return tables;
}

/** Yields texts that may be SQL, in which SQL names replace Drizzle objects. */
export function* sqlTextsOf(source, tables) {
  const byVariable = new Map([...tables].map(([name, { variable }]) => [variable, name]));
  const imported = importedNames(source);
  const sqlName = (node) => {
    if (node.type === 'MemberExpression') return sqlName(node.object);
    return byVariable.get(imported.get(node.name)?.name ?? node.name) ?? '?';
  };
  for (const node of source.nodes) {
    const text = textOf(node, sqlName);
    if (text !== undefined) yield { text, at: node.start };
  }
}
