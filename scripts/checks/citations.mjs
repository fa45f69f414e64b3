// Checks that citations of headings, decisions, threats and files exist.
import { posix } from 'node:path';
import { isTest, textOf } from './source.mjs';

export function anchorsOf(markdown) {
  const seen = new Map();
  const anchors = new Set();
  for (const [, , heading] of withoutCode(markdown).matchAll(/^(#{1,6}) +(.+?) *#*$/gm)) {
    const plain = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = plain.replace(/[^\p{L}\p{N}_ -]/gu, '').replace(/ /g, '-');
    const again = seen.get(anchor) ?? 0;
    seen.set(anchor, again + 1);
    anchors.add(again === 0 ? anchor : `${anchor}-${again}`);
  }
  for (const [, id] of markdown.matchAll(/<a id="([^"]+)"/g)) anchors.add(id);
  return anchors;
}

const withoutCode = (markdown) => markdown.replace(/^```[^]*?^```/gm, (block) => block.replace(/[^\n]/g, ' '));

const PATH =
  /(?<![\w/.@:-])((?:app|server|database|samples|scripts|tests|benchmarks|docs)\/[\w./$-]*\.(?:tsx?|mjs|md|css|sql|json)|ARCHITECTURE\.md|README\.md)(#[\p{L}\p{N}_-]+)?(?![\w/])/gu;

function* problemsOf(text, cited, kind) {
  for (const found of text.matchAll(
    /\bS[12]\b(?: ?§ ?[\d–-]+|(?=\s*(?:[,;:)"]|and\b|or\b|$)))|§ ?\d+|(?<![\w#&])D\d{1,2}\b(?!['’.-])/gm,
  ))
    yield { at: found.index, what: `${found[0].trim()} is of a paper that is not here` };
  for (const found of text.matchAll(
    /\b(?:decisions?|ADRs?)(?:[ -]|\s*\n[ */]*)(\d{1,4})((?:(?:, | and |, and |–| to )\d{1,4})*)(?! [a-z]*s\b)/gi,
  )) {
    for (const number of [found[1], ...(found[2].match(/\d+/g) ?? [])])
      if (!cited.decisions.has(Number(number))) yield { at: found.index, what: `there is no decision ${number}` };
  }
  for (const found of text.matchAll(/docs\/decisions\/(\d{4})(?!\d|-)/g))
    if (!cited.decisions.has(Number(found[1]))) yield { at: found.index, what: `there is no decision ${found[1]}` };
  for (const found of text.matchAll(/(?<![\w.#-])T(\d{1,3})\b(?![.-])/g))
    if (!cited.threats.has(Number(found[1]))) yield { at: found.index, what: `there is no threat ${found[0]}` };
  if (kind === 'string') return;
  for (const found of text.matchAll(PATH)) {
    const [, path, anchor] = found;
    const at = found.index;
    if (!cited.files.has(path)) yield { at, what: `${path} is not there` };
    else if (anchor && !cited.anchors(path).has(anchor.slice(1)))
      yield { at, what: `${path} has no heading ${anchor}` };
  }
  if (kind !== 'page') return;
  for (const found of text.matchAll(/(?<!!)\[[^\]]*\]\(([^)\s]+)\)/g)) {
    const [target, anchor] = found[1].split('#');
    if (/^[a-z]+:/.test(target)) continue;
    const path =
      target === '' ? cited.page : posix.join(posix.dirname(cited.page), decodeURI(target)).replace(/\/$/, '');
    if (!cited.files.has(path) && !cited.folders.has(path))
      yield { at: found.index, what: `${found[1]} leads nowhere` };
    else if (anchor !== undefined && !cited.anchors(path).has(anchor))
      yield { at: found.index, what: `${path} has no heading #${anchor}` };
  }
}

function citingTexts(source) {
  if (source.path.endsWith('.md')) return [{ kind: 'page', text: withoutCode(source.text), at: 0 }];
  const strings = isTest(source.path)
    ? source.nodes.flatMap((node) => {
        const text = node.type === 'Literal' || node.type === 'TemplateLiteral' ? textOf(node) : undefined;
        return text !== undefined && / /.test(text) ? [{ kind: 'string', text, at: node.start + 1 }] : [];
      })
    : [];
  return [...source.comments.map((comment) => ({ kind: 'comment', ...comment })), ...strings];
}

export function* find(sources, { paths }) {
  const texts = new Map(sources.map((source) => [source.path, source.text]));
  const files = new Set([...paths, ...texts.keys()]);
  const folders = new Set();
  for (const path of files)
    for (let folder = posix.dirname(path); folder !== '.'; folder = posix.dirname(folder)) folders.add(folder);
  const anchors = new Map();
  const cited = {
    files,
    folders,
    decisions: new Set([...files].flatMap((path) => /^docs\/decisions\/(\d{4})-/.exec(path)?.[1] ?? []).map(Number)),
    threats: new Set(
      [...(texts.get('docs/security.md') ?? '').matchAll(/^\| T(\d+):/gm)].map(([, number]) => Number(number)),
    ),
    anchors: (path) => anchors.get(path) ?? anchors.set(path, anchorsOf(texts.get(path) ?? '')).get(path),
  };
  const index = texts.get('docs/decisions/README.md') ?? '';
  for (const path of files) {
    const page = /^docs\/decisions\/(\d{4}-.*)/.exec(path)?.[1];
    if (page && !index.includes(`(${page})`)) yield { path, at: 0, message: 'the list of decisions does not name it' };
  }
  for (const source of sources) {
    if (source.path.startsWith('scripts/checks/')) continue;
    for (const { kind, text, at } of citingTexts(source)) {
      for (const problem of problemsOf(text, { ...cited, page: source.path }, kind))
        yield { path: source.path, at: at + problem.at, message: problem.what };
    }
  }
}
