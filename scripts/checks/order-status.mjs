// Only `transition` may write the columns that decide an order's status.
import { importedNames, isScript, isTest, sqlTextsOf, tablesOf } from './source.mjs';

const HOME = 'app/modules/orders/orders/internal/transition.server.ts';
/** This file writes each imported order once, with its former status. */
const IMPORT = 'app/modules/orders/orders/internal/import-orders.server.ts';
const DECIDED = {
  status: 'status',
  paymentStatus: 'payment_status',
  heldUntil: 'held_until',
  releasedAt: 'released_at',
};
const decidedColumns = new RegExp(`\\b(?:${Object.values(DECIDED).join('|')})\\s*=(?!=)`, 'i');

function setOf(call) {
  let node = call;
  while (node.parent?.type === 'MemberExpression' && node.parent.parent?.type === 'CallExpression') {
    if (node.parent.property.name === 'set') return node.parent.parent.arguments[0];
    node = node.parent.parent;
  }
  return undefined;
}

function decidedIn(node) {
  if (node?.type !== 'ObjectExpression') return null;
  let hidden = false;
  const names = [];
  for (const property of node.properties) {
    if (property.type === 'SpreadElement') {
      const inner = property.argument.type === 'ObjectExpression' ? decidedIn(property.argument) : null;
      if (inner === null) hidden = true;
      else names.push(...inner);
    } else {
      const name = property.key.name ?? property.key.value;
      if (name in DECIDED) names.push(name);
      else if (property.computed) hidden = true;
    }
  }
  return names.length === 0 && hidden ? null : names;
}

function* drizzleWrites(source) {
  const imported = importedNames(source);
  for (const call of source.nodes) {
    if (call.type !== 'CallExpression' || call.callee.type !== 'MemberExpression') continue;
    const local = call.arguments[0]?.name;
    const table = imported.get(local)?.name ?? local;
    const verb = call.callee.property.name;
    if (['insert', 'delete'].includes(verb) && ['orders', 'orderHistory'].includes(table))
      yield { at: call.start, what: `${verb}(${table})` };
    if (verb === 'update' && table === 'orderHistory') yield { at: call.start, what: 'update(orderHistory)' };
    if (verb === 'update' && table === 'orders') {
      const names = decidedIn(setOf(call));
      if (names === null) yield { at: call.start, what: 'columns that cannot be seen here' };
      else if (names.length > 0) yield { at: call.start, what: names.join(', ') };
    }
  }
}

function* textWrites(source, tables) {
  for (const { text, at } of sqlTextsOf(source, tables)) {
    if (/\b(insert\s+into|delete\s+from)\s+"?(orders|order_history)\b/i.test(text)) yield { at, what: 'rows in SQL' };
    const [, set] = /\bupdate\s+"?orders"?(?:\s+(?:as\s+)?\w+)?\s+set\b([^]*)/i.exec(text) ?? [];
    if (set !== undefined && decidedColumns.test(set.split(/\bwhere\b/i)[0])) yield { at, what: 'columns in SQL' };
  }
}

export function* find(sources, { tables = tablesOf(sources) } = {}) {
  for (const source of sources) {
    if (!isScript(source.path) || isTest(source.path) || [HOME, IMPORT].includes(source.path)) continue;
    if (!/^(app|server|scripts)\//.test(source.path) || source.path.startsWith('scripts/checks/')) continue;
    for (const { at, what } of [...drizzleWrites(source), ...textWrites(source, tables)])
      yield { path: source.path, at, message: `only ${HOME} writes an order's state: ${what}` };
  }
}
