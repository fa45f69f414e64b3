// The compiler checks only `href()`, so this finds addresses in text.
import { isScript, isTest } from './source.mjs';

/** In these files, addresses describe routes and are not links. */
const EXEMPT = /^app\/routes\.ts$|^app\/routes\/route-facts|^app\/route-facts|^server\/route-facts/;

const LINKS = new Set(['redirect', 'redirectDocument', 'navigate', 'replace']);
const LINK_ATTRIBUTES = new Set(['to', 'href', 'action', 'formAction', 'back', 'backTo', 'returnTo']);

/** Returns the full patterns of the route list, without the catch-all. */
export function patternsOf(routes, above = '') {
  return routes.flatMap((route) => {
    const path = route.path ? `${above}/${route.path}` : above;
    const own = route.path || route.index ? [path === '' ? '/' : path] : [];
    return [...own, ...patternsOf(route.children ?? [], path)].filter((each) => each !== '/*');
  });
}

function chunksOf(node) {
  if (node.type === 'Literal') return [{ text: node.value, start: node.start + 1 }];
  return node.quasis.flatMap((quasi, place) => {
    const expression = node.expressions[place];
    // In TypeScript the node includes its delimiters; in JavaScript it does not.
    const start = quasi.start + (quasi.end - quasi.start > quasi.value.raw.length ? 1 : 0);
    return [{ text: quasi.value.raw, start }, ...(expression ? [{ expression }] : [])];
  });
}

function segmentsOf(chunks) {
  const segments = [];
  let current;
  for (const chunk of chunks) {
    if (chunk.expression) {
      if (!current) return undefined;
      current.expressions.push(chunk.expression);
      current.end = undefined;
      continue;
    }
    for (let place = 0; place < chunk.text.length; place += 1) {
      const sign = chunk.text[place];
      const at = chunk.start + place;
      if (sign === '?' || sign === '#') {
        if (current) current.end = at;
        return { segments, tail: at };
      }
      if (sign === '/') {
        if (current) current.end = at;
        segments.push((current = { text: '', expressions: [], start: at + 1, end: undefined }));
      } else if (!current) return undefined;
      else current.text += sign;
    }
  }
  return { segments, tail: undefined };
}

function fit(segments, pattern) {
  const wanted = pattern.split('/').slice(1);
  const params = [];
  let same = 0;
  let place = 0;
  for (const name of wanted) {
    const segment = segments[place];
    if (name === '*') {
      if (!segment) return undefined;
      params.push({ name, segments: segments.slice(place) });
      return same === 0 ? undefined : { params, same };
    }
    const isOptional = name.endsWith('?');
    if (!segment) {
      if (isOptional) continue;
      return undefined;
    }
    if (name.startsWith(':')) {
      if (segment.text === '' && segment.expressions.length === 0) return undefined;
      params.push({ name: name.slice(1).replace(/\?$/, ''), segments: [segment] });
    } else if (segment.expressions.length === 0 && segment.text === name.replace(/\?$/, '')) same += 1;
    // `/gallery/${category}` may match several routes.
    else if (segment.expressions.length === 1 && segment.text === '')
      params.push({ name: undefined, segments: [segment] });
    else return undefined;
    place += 1;
  }
  return place === segments.length ? { params, same } : undefined;
}

function isLink(node) {
  let parent = node.parent;
  while (['JSXExpressionContainer', 'ConditionalExpression', 'LogicalExpression'].includes(parent?.type))
    parent = parent.parent;
  if (parent?.type === 'JSXAttribute') return LINK_ATTRIBUTES.has(parent.name.name);
  if (parent?.type === 'Property') return LINK_ATTRIBUTES.has(parent.key.name);
  return parent?.type === 'CallExpression' && LINKS.has(parent.callee.name ?? parent.callee.property?.name);
}

function isElse(node) {
  const { parent } = node;
  if (!parent || /^(Import|Export|TSLiteral|TSImport|Tagged)/.test(parent.type)) return true;
  return parent.type === 'CallExpression' && parent.callee.name === 'href' && parent.arguments[0] === node;
}

export function* addressLiterals(sources, patterns) {
  for (const source of sources) {
    if (!/^(app|server)\//.test(source.path) || !isScript(source.path) || isTest(source.path)) continue;
    if (EXEMPT.test(source.path)) continue;
    for (const node of source.nodes) {
      const isText = node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string');
      if (!isText || isElse(node)) continue;
      const found = addressIn(node, patterns, source.text);
      if (found)
        yield {
          path: source.path,
          start: node.start,
          end: node.end,
          text: source.text.slice(node.start, node.end),
          ...found,
        };
    }
  }
}

function addressIn(node, patterns, text) {
  let chunks = chunksOf(node);
  const lead = [];
  // `${shop.url}/track-order` is an address too.
  if (chunks[0].text === '' && chunks[1]?.expression) {
    lead.push(chunks[1].expression);
    chunks = chunks.slice(2);
  }
  if (!chunks[0]?.text?.startsWith('/') || chunks[0].text.startsWith('//')) return undefined;
  const cut = segmentsOf(chunks);
  if (!cut) return undefined;
  const { segments, tail } = cut;
  if (segments.length === 1 && segments[0].text === '' && segments[0].expressions.length === 0) {
    const isRoot = tail !== undefined ? lead.length === 0 : lead.length === 0 && isLink(node);
    return isRoot ? { pattern: '/', lead, params: [], tail } : undefined;
  }
  const fits = patterns
    .map((pattern) => ({ pattern, ...fit(segments, pattern) }))
    .filter(({ same }) => same > 0)
    // A file path in a folder named like a route is not an address.
    .filter(({ pattern }) => lead.length === 0 || !pattern.endsWith('/*'))
    .sort((a, b) => b.same - a.same);
  if (fits.length === 0) return undefined;
  const [best] = fits;
  const isOpen = best.params.some(({ name }) => name === undefined);
  const params = best.params.map(({ name, segments: its }) => {
    const start = its[0].start;
    const end = its.at(-1).end ?? node.end - 1;
    return {
      name,
      start,
      end,
      text: text.slice(start, end),
      expressions: its.flatMap(({ expressions }) => expressions),
    };
  });
  return { pattern: isOpen ? undefined : best.pattern, lead, params, tail };
}

export function* find(sources, { patterns }) {
  for (const each of addressLiterals(sources, patterns)) {
    const instead = each.pattern ? `href('${each.pattern}')` : 'href()';
    yield { path: each.path, at: each.start, message: `${each.text} is an address typed as text: use ${instead}` };
  }
}
