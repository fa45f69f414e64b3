// An Oxlint plugin with the project's rules for single scripts, so that editors show them.
import { relative } from 'node:path';
import * as boundaries from './boundaries.mjs';
import * as addresses from './checks/addresses.mjs';
import * as orderStatus from './checks/order-status.mjs';
import * as owners from './checks/owners.mjs';
import * as rawSql from './checks/raw-sql.mjs';
import { sourcesOf } from './checks/source.mjs';
import * as vocabulary from './checks/vocabulary.mjs';
import { readProject } from './rules.mjs';
import { root } from './setup.mjs';

const project = readProject();

let last;

function readSource(path, text) {
  if (last?.path !== path || last.text !== text) [last] = sourcesOf(new Map([[path, text]]));
  return last;
}

const toRule = ({ find }) => ({
  create: ({ filename, sourceCode, report }) => ({
    Program() {
      const source = readSource(relative(root, filename), sourceCode.text);
      for (const { at, message } of find([source], project)) report({ loc: sourceCode.getLocFromIndex(at), message });
    },
  }),
});

export default {
  meta: { name: 'shop' },
  rules: {
    addresses: toRule(addresses),
    boundaries: toRule(boundaries),
    'order-status': toRule(orderStatus),
    owners: toRule(owners),
    'raw-sql': toRule(rawSql),
    vocabulary: toRule(vocabulary),
  },
};
