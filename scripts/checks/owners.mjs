// Every query on a table of personal rows must filter by the person (ADR 48), as a second check after the page's guard.
import { importedNames, isScript, isTest, tablesOf, textOf } from './source.mjs';

/** Tables in which every row belongs to a person, and the columns that identify the person. */
export const OWNERS = {
  artwork_purchases: ['user_id'],
  auth_accounts: ['user_id'],
  auth_devices: ['user_id'],
  auth_sessions: ['user_id'],
  auth_two_factors: ['user_id'],
  auth_users: ['id', 'email'],
  back_in_stock_requests: ['user_id', 'email'],
  cart: ['user_id'],
  cart_merges: ['user_id'],
  checkout_attempts: ['user_id'],
  consents: ['user_id'],
  contact_messages: ['email'],
  coupon_redemptions: ['user_id'],
  customer_addresses: ['user_id'],
  push_devices: ['user_id'],
  customer_settings: ['user_id'],
  former_addresses: ['user_id'],
  messages: ['user_id', 'recipient'],
  order_requests: ['user_id', 'email'],
  orders: ['user_id'],
  return_requests: ['user_id'],
  stock_holds: ['user_id'],
  user_profiles: ['id', 'email'],
  wishlist: ['user_id'],
  wishlist_links: ['user_id'],
};
const GUARDS = new Set(['adminOnly', 'ownerOnly', 'shopOnly']);
const OWNER_CONDITIONS = new Set(['isMyRequest', 'wasAddressOf']);
/** Matches a reason above or in a function, or at the top of a file. */
const MARKER = /^\s*Not filtered by owner: \S/;

const snake = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const camel = (name) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
const STARTS = new Set(['from', 'update', 'delete']);
const JOINS = new Set(['innerJoin', 'leftJoin', 'rightJoin', 'fullJoin']);

function chainOf(call) {
  let top = call;
  while (
    top.parent?.type === 'MemberExpression' &&
    top.parent.object === top &&
    top.parent.parent?.callee === top.parent
  )
    top = top.parent.parent;
  const calls = [];
  for (let each = top; each?.type === 'CallExpression'; each = each.callee.object) calls.unshift(each);
  return { top, calls };
}

function* namesIn(node, source, isTable) {
  const isColumn = (each) =>
    each.type === 'MemberExpression' && each.object.type === 'Identifier' && isTable(each.object.name);
  for (const each of source.nodes) {
    if (each.start < node.start || each.end > node.end) continue;
    if (each.type === 'Identifier') yield each.name;
    else if (isColumn(each) && each.property.type === 'Identifier') {
      const isJoin =
        each.parent.type === 'CallExpression' &&
        each.parent.arguments.some((other) => other !== each && isColumn(other));
      if (!isJoin) yield `${each.object.name}.${each.property.name}`;
    }
  }
}

function declarationsOf(source) {
  const found = new Map();
  for (const node of source.nodes) {
    if (node.type === 'FunctionDeclaration') found.set(node.id?.name, node);
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && node.init)
      found.set(node.id.name, node.init);
  }
  return found;
}

function nameOne(nodes, columns, source, { declared, isTable }) {
  const seen = new Set();
  const waiting = [...nodes];
  while (waiting.length > 0) {
    for (const name of namesIn(waiting.pop(), source, isTable)) {
      if (columns.has(name) || OWNER_CONDITIONS.has(name)) return true;
      const declaration = declared.get(name);
      if (declaration && !seen.has(name)) waiting.push(declaration);
      seen.add(name);
    }
  }
  return false;
}

function topOf(node) {
  while (node.parent && node.parent.type !== 'Program') node = node.parent;
  return node;
}

const nameOfTop = (top) => {
  const inner = top.declaration ?? top;
  return inner.id?.name ?? inner.declarations?.[0]?.id?.name;
};

function guardedIn(source) {
  const tops = source.nodes.filter((node) => node.parent?.type === 'Program' && nameOfTop(node));
  const callers = new Map(tops.map((top) => [nameOfTop(top), new Set()]));
  const guarded = new Set();
  for (const node of source.nodes) {
    if (node.type !== 'Identifier') continue;
    const top = nameOfTop(topOf(node));
    if (top === undefined) continue;
    if (GUARDS.has(node.name) && node.parent.type === 'CallExpression') guarded.add(top);
    if (callers.has(node.name) && node.name !== top) callers.get(node.name).add(top);
  }
  const exported = new Set(tops.filter((top) => top.type.startsWith('Export')).map(nameOfTop));
  for (let grew = true; grew;) {
    grew = false;
    for (const [name, by] of callers) {
      if (guarded.has(name) || exported.has(name) || by.size === 0 || ![...by].every((each) => guarded.has(each)))
        continue;
      guarded.add(name);
      grew = true;
    }
  }
  return guarded;
}

function* statementsOf(source, tables) {
  const imported = importedNames(source);
  const sqlNames = new Map([...tables].map(([name, { variable }]) => [variable, name]));
  const tableOf = (node) =>
    node?.type === 'Identifier' ? sqlNames.get(imported.get(node.name)?.name ?? node.name) : undefined;
  const known = new Set();
  for (const node of source.nodes) {
    if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') continue;
    if (!STARTS.has(node.callee.property.name) || !tableOf(node.arguments[0])) continue;
    const { top, calls } = chainOf(node);
    if (known.has(top)) continue;
    known.add(top);
    const owned = [];
    const conditions = [];
    for (const call of calls) {
      const verb = call.callee.property?.name;
      const table = STARTS.has(verb) || JOINS.has(verb) ? tableOf(call.arguments[0]) : undefined;
      if (table in OWNERS) owned.push({ table, local: call.arguments[0].name });
      if (JOINS.has(verb) && call.arguments[1]) conditions.push(call.arguments[1]);
      if (['where', 'having'].includes(verb) && call.arguments[0]) conditions.push(call.arguments[0]);
    }
    if (owned.length === 0) continue;
    const columns = new Set(
      owned.flatMap(({ table, local }) => OWNERS[table].map((column) => `${local}.${camel(column)}`)),
    );
    yield { top, named: owned.map(({ table }) => table), conditions, columns };
  }
}

function tableNamesOf(source, tables) {
  const imported = importedNames(source);
  const variables = new Set([...tables.values()].map(({ variable }) => variable));
  return (name) => variables.has(imported.get(name)?.name ?? name);
}

const IS_SQL = /^\s*(?:select|update|delete from|with|insert into)\b|\(\s*select\b/;

const NAMES_OWNED = new RegExp(
  `\\b(?:from|join|using|update|delete\\s+from)\\s+"?(${Object.keys(OWNERS).join('|')})\\b(?!\\s*\\()`,
  'gi',
);

function* textsOf(source, tables) {
  const imported = importedNames(source);
  const sqlNames = new Map([...tables].map(([name, { variable }]) => [variable, name]));
  const nameOf = (local) => sqlNames.get(imported.get(local)?.name ?? local) ?? local;
  const showExpression = (node) =>
    source.text
      .slice(node.start, node.end)
      .replace(/\b(\w+)(?:\.(\w+))?/g, (_, local, column) => nameOf(local) + (column ? `.${snake(column)}` : ''));
  for (const node of source.nodes) {
    const text = textOf(node, showExpression);
    if (text === undefined || !IS_SQL.test(text)) continue;
    const named = [...new Set([...text.matchAll(NAMES_OWNED)].map((found) => found[1].toLowerCase()))];
    if (named.length === 0) continue;
    const [, condition = ''] = /\b(?:where|on)\b([^]*)/i.exec(text) ?? [];
    const isNamed = named.some((table) =>
      OWNERS[table].some((column) => new RegExp(`\\b${column}\\b`).test(condition)),
    );
    yield { node, named, isNamed };
  }
}

function isMarked(source, node) {
  const tops = source.nodes.filter((each) => each.parent?.type === 'Program');
  const top = topOf(node);
  const before = tops[tops.indexOf(top) - 1]?.end ?? 0;
  const first = tops[0]?.start ?? 0;
  return source.comments.some(({ text, at }) => MARKER.test(text) && (at < first || (at > before && at < top.end)));
}

export function* find(sources, { tables = tablesOf(sources) } = {}) {
  for (const source of sources) {
    if (!isScript(source.path) || isTest(source.path) || !/^(app|server)\//.test(source.path)) continue;
    if (source.path.endsWith('/tables.server.ts')) continue;
    let known;
    let guarded;
    const isExcused = (node) => (guarded ??= guardedIn(source)).has(nameOfTop(topOf(node))) || isMarked(source, node);
    const finding = (node, named) => ({
      path: source.path,
      at: node.start,
      message: `a query on ${named.join(', ')} that doesn't say whose rows`,
    });
    for (const { top, named, conditions, columns } of statementsOf(source, tables)) {
      known ??= { declared: declarationsOf(source), isTable: tableNamesOf(source, tables) };
      if (!nameOne(conditions, columns, source, known) && !isExcused(top)) yield finding(top, named);
    }
    for (const { node, named, isNamed } of textsOf(source, tables))
      if (!isNamed && !isExcused(node)) yield finding(node, named);
  }
}
