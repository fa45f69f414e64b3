// A component is a page's section, not a page's everything.
import { isTest } from './source.mjs';

const MAX_LINES = 150;

/** The name of a function, from its declaration or from what it is assigned to. */
function nameOf(node) {
  if (node.id) return node.id.name;
  let parent = node.parent;
  while (parent?.type === 'CallExpression') parent = parent.parent;
  return parent?.type === 'VariableDeclarator' ? parent.id.name : undefined;
}

export function* find(sources) {
  for (const source of sources) {
    if (!/^app\/.*\.tsx$/.test(source.path) || isTest(source.path)) continue;
    for (const node of source.nodes) {
      if (!['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'].includes(node.type)) continue;
      const name = nameOf(node);
      if (!name || !/^[A-Z]/.test(name) || !node.body) continue;
      const lines = source.lineAt(node.body.end) - source.lineAt(node.body.start) + 1;
      if (lines > MAX_LINES)
        yield {
          path: source.path,
          at: node.start,
          message: `${name} has ${lines} lines, more than ${MAX_LINES}: give its sections files of their own`,
        };
    }
  }
}
