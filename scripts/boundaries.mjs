// Checks the import and table rules of ARCHITECTURE.md.
import { posix } from 'node:path';
import { isTest } from './checks/source.mjs';

const onServerOnly = (path) => /\.server\.\w+$/.test(path);
const isTables = (path) => posix.basename(path) === 'tables.server.ts';

function placeOf(path) {
  if (isTest(path)) return { path, folder: 'tests' };
  if (path === 'app/open-shop.server.ts' || path === 'app/module-lists.server.ts') return { path, folder: 'open-shop' };
  if (path.startsWith('app/styles/')) return { path, folder: 'ui' };
  const [top, folder, name, module, ...rest] = path.split('/');
  if (top !== 'app') return { path, folder: path.includes('/') ? top : 'configuration' };
  if (name === undefined) return { path, folder: 'routes' };
  if (folder === 'modules' && module === undefined) return { path, folder: 'module-list' };
  // A file beside the modules of an area is reported as an unlisted module.
  return folder === 'modules'
    ? { path, folder, module: rest.length > 0 ? `${name}/${module}` : name }
    : { path, folder };
}

const table = {
  basics: { allowed: 'nothing of ours', may: (to) => to.folder === 'basics' },
  platform: { allowed: 'basics', may: (to) => ['basics', 'platform'].includes(to.folder) },
  'module-list': { allowed: 'nothing of ours', may: () => false },
  modules: {
    allowed: 'basics, platform and the modules before it in app/modules/areas.ts',
    may: (to, from, order) =>
      ['basics', 'platform'].includes(to.folder) ||
      (to.folder === 'modules' && order.includes(to.module) && order.indexOf(to.module) <= order.indexOf(from.module)),
  },
  adapters: {
    allowed: "basics, platform/config and a module's provider.ts",
    may: (to, from) =>
      to.folder === 'basics' ||
      /^app\/platform\/config\b/.test(to.path) ||
      (to.folder === 'modules' && posix.basename(to.path) === 'provider.ts') ||
      (to.folder === 'adapters' && [posix.dirname(from.path), 'app/adapters'].includes(posix.dirname(to.path))),
  },
  ui: {
    allowed: 'basics and browser-safe module files',
    may: (to) => ['basics', 'ui'].includes(to.folder) || (to.folder === 'modules' && !onServerOnly(to.path)),
  },
  routes: {
    allowed: 'all but adapters',
    may: (to) => ['basics', 'platform', 'modules', 'ui', 'routes', 'open-shop'].includes(to.folder),
  },
  'open-shop': {
    allowed: 'all but routes and ui',
    may: (to) => ['basics', 'platform', 'modules', 'adapters', 'open-shop'].includes(to.folder),
  },
  server: {
    allowed: 'basics, platform, routes and open-shop',
    may: (to) => ['basics', 'platform', 'routes', 'open-shop', 'server'].includes(to.folder),
  },
};

const browserSafeFolders = new Set(['basics', 'platform', 'modules', 'ui']);
const namesNobodyUses = new Set(['index', 'utils', 'helpers', 'services', 'repositories']);
/** React is for screens, and for emails in modules and platform. */
const screenPackages = /^(react|react-dom|react-router|@react-router\/.*|@base-ui\/.*|lucide-react)(\/|$)/;
const roots = { '#app/': 'app/', '#server/': 'server/', '#samples/': 'samples/', '#tests/': 'tests/' };

function resolveOurs(specifier, from) {
  const bare = specifier.replace(/\?.*$/, '');
  for (const [prefix, folder] of Object.entries(roots)) {
    if (bare.startsWith(prefix)) return folder + bare.slice(prefix.length);
  }
  if (!bare.startsWith('.') || bare.includes('+types/')) return undefined;
  return posix.join(posix.dirname(from), bare);
}

function* importsOf(nodes) {
  for (const node of nodes) {
    const specifier = node.source?.type === 'Literal' ? node.source.value : undefined;
    if (specifier === undefined) continue;
    if (node.type === 'ImportDeclaration') {
      const values = node.specifiers.filter((each) => node.importKind !== 'type' && each.importKind !== 'type');
      const onlyTypes = node.importKind === 'type' || (node.specifiers.length > 0 && values.length === 0);
      const names = node.specifiers.map((each) => each.imported?.name);
      yield { specifier, at: node.start, onlyTypes, names, locals: values.map((each) => each.local.name) };
    } else {
      yield {
        specifier,
        at: node.start,
        onlyTypes: node.exportKind === 'type' || node.type === 'TSImportType',
        locals: [],
      };
    }
  }
}

function* writesOf(nodes) {
  const nameOf = (node) =>
    node?.type === 'MemberExpression' ? nameOf(node.object) : node?.type === 'Identifier' ? node.name : undefined;
  for (const node of nodes) {
    if (node.type === 'CallExpression' && ['insert', 'update', 'delete'].includes(node.callee.property?.name)) {
      const table_ = nameOf(node.arguments[0]);
      if (table_) yield { table: table_, at: node.start };
    }
    if (node.type === 'TaggedTemplateExpression' && nameOf(node.tag) === 'sql') {
      for (const [place, quasi] of node.quasi.quasis.entries()) {
        const table_ = nameOf(node.quasi.expressions[place]);
        if (table_ && /\b(insert\s+into|update|delete\s+from|truncate)\s+$/i.test(quasi.value.raw))
          yield { table: table_, at: node.start };
      }
    }
  }
}

function* namingProblems(path) {
  for (const segment of path.split('/')) {
    const stem = segment.replace(/\..*$/, '');
    const isAddress = stem === 'services' && path.startsWith('app/routes/');
    if (namesNobodyUses.has(stem) && !isAddress) yield `"${stem}" says nothing: name the file for what it holds`;
    if (!/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/.test(segment)) yield `"${segment}" is not in kebab-case`;
  }
}

const SHARED = {
  'app/routes/admin': ['overview', 'search', 'shared'],
  samples: [],
  'tests/requests': [],
};

const MAX_FRONT_PAGE_LINES = 40;

function* areaProblems(sources, areas, order) {
  const frontPages = new Map(sources.map((source) => [source.path, source]));
  for (const area of Object.keys(areas)) {
    const frontPage = frontPages.get(`app/modules/${area}/README.md`);
    if (!frontPage) yield `app/modules/${area} has no README.md`;
    else if (frontPage.text.trimEnd().split('\n').length > MAX_FRONT_PAGE_LINES)
      yield `${frontPage.path} has more than ${MAX_FRONT_PAGE_LINES} lines`;
  }
  const paths = sources.map(({ path }) => path).filter((path) => !/^app\/modules\/[^/]+\/README\.md$/.test(path));
  const folders = new Set(paths.map((path) => placeOf(path).module).filter(Boolean));
  for (const name of folders) if (!order.includes(name)) yield `the module ${name} is not on the list`;
  for (const name of order) if (!folders.has(name)) yield `the list names ${name}, which does not exist`;
  for (const [parent, shared] of Object.entries(SHARED)) {
    const depth = parent.split('/').length;
    const inside = paths.filter((path) => path.startsWith(`${parent}/`)).map((path) => path.split('/'));
    const named = new Set(inside.filter((parts) => parts.length > depth + 1).map((parts) => parts[depth]));
    for (const folder of named)
      if (!(folder in areas) && !shared.includes(folder)) yield `${parent}/${folder} is not named after an area`;
  }
}

function* importProblems(from, { specifier, onlyTypes, names }, order) {
  if (specifier.includes('../')) yield `${specifier} climbs out of its folder: use #app/…`;
  const path = resolveOurs(specifier, from.path);
  if (path === undefined) {
    const mailTemplate = from.path.endsWith('.tsx');
    const isAddress = specifier === 'react-router' && names?.join() === 'href';
    if (['modules', 'platform'].includes(from.folder) && !mailTemplate && !isAddress && screenPackages.test(specifier))
      yield `${from.folder} knows nothing of screens: ${specifier}`;
    const inBrowser = browserSafeFolders.has(from.folder) && !onServerOnly(from.path);
    if (inBrowser && specifier.startsWith('node:'))
      yield `${specifier} does not exist in the browser: name this file .server.ts`;
    return;
  }
  const to = placeOf(path);
  if (!/\.\w+$/.test(path)) yield `${specifier} needs its extension`;
  if (!(from.folder in table)) return;
  const [, owner] = path.match(/^(.*?)\/internal\//) ?? [];
  if (owner && !from.path.startsWith(`${owner}/`)) yield `${path} is private to ${owner}`;
  if (to.folder === 'tests' || (to.folder === 'samples' && from.path !== samplesImporter)) {
    yield `nothing imports ${to.folder}: ${path}`;
  } else if (to.folder !== 'samples' && !table[from.folder].may(to, from, order)) {
    yield `${from.module ?? from.folder} may import ${table[from.folder].allowed}, not ${path}`;
  } else if (browserSafeFolders.has(from.folder) && !onServerOnly(from.path) && onServerOnly(path) && !onlyTypes) {
    yield `${path} runs only on the server, and this file runs in the browser too`;
  }
}

const samplesImporter = 'app/open-shop.server.ts';

export const moduleOrder = (areas) =>
  Object.entries(areas).flatMap(([area, modules]) => modules.map((name) => `${area}/${name}`));

export function* findPlaces(sources, { areas }) {
  for (const message of areaProblems(sources, areas, moduleOrder(areas)))
    yield { path: 'app/modules/areas.ts', at: 0, message };
  for (const { path } of sources)
    if (/^(app|server|samples|tests|benchmarks|scripts)\/.*\.(tsx?|mjs|css)$/.test(path))
      for (const message of namingProblems(path)) yield { path, at: 0, message };
}

export function* find(sources, { areas }) {
  const order = moduleOrder(areas);
  for (const { path, nodes } of sources) {
    if (!/^(app|server|samples|tests|benchmarks|scripts)\//.test(path)) continue;
    const from = placeOf(path);
    const foreignTables = new Map();
    for (const imported of importsOf(nodes)) {
      for (const message of importProblems(from, imported, order)) yield { path, at: imported.at, message };
      const target = resolveOurs(imported.specifier, path);
      if (target && isTables(target) && !path.startsWith(`${posix.dirname(target)}/`)) {
        for (const local of imported.locals) foreignTables.set(local, posix.dirname(target));
      }
    }
    if (!(from.folder in table)) continue;
    for (const write of writesOf(nodes)) {
      const owner = foreignTables.get(write.table);
      if (owner) yield { path, at: write.at, message: `only ${owner} writes ${write.table}` };
    }
  }
}
