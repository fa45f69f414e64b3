// Checks comments, docs and screen texts for plain English, as docs/style.md describes it.
import { isTest } from './source.mjs';

const MAX_SENTENCE_LENGTH = 30;
const MAX_COMMENT_LENGTH = 40;

const ALWAYS_WRONG = [
  [/\banew\b/i, 'again'],
  [/\bmeanwhile\b/i, 'in the meantime, or the event itself'],
  [/\b(?:of|for|from|by|to|with|after|before) whom\b/i, 'a sentence that names the person'],
  [/\bof which\b/i, 'a second sentence'],
  [/\bbut for\b/i, 'except'],
  [/\bwhoever\b|\bwhosoever\b/i, 'people who'],
  [/\ball the same\b/i, 'still, anyway'],
  [/\bas often as\b/i, 'each time, whenever'],
  [/\bat present\b/i, 'now'],
  [/\bby which\b|\bthereby\b|\bwherein\b|\bthereof\b|\bhereby\b/i, 'a second sentence'],
];

/** A reader must judge these words, which are wrong in one meaning. */
const DOUBTFUL =
  /\b(?:told|tells|tell|stands?|lies|came|comes|goes|papers?|press|presses|pressed|away|alone|shall|whether|somebody|nobody|any more|forgotten|dropped|kept|mails?|mailed|works for|trouble)\b/i;

/** Only a question may begin with these words. */
const HEADLESS = /^(?:What|Who|Whom|Whoever|Of those|Of which|One that|Nobody)\b/;

const lengthOf = (text) => text.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word)).length;

function* sentencesOf(text) {
  for (const found of text.matchAll(/[^\s][^]*?(?:[.!?:;](?=["”’)*_]*(?:\s|$))["”’)*_]*|$)/g))
    if (lengthOf(found[0]) > 0) yield { sentence: found[0], at: found.index };
}

const blank = (text) => text.replace(/[^\n]/g, ' ');

function* paragraphsOf(page) {
  const text = page
    .replace(/^```[^]*?^```|<!--[^]*?-->/gm, blank)
    .replace(/`[^`\n]+`/g, (code) => 'x'.padEnd(code.length))
    .replace(/\]\([^)]*\)/g, blank)
    .replace(/^( *)([-*]|\d+\.)(?= )/gm, (_, indent, marker) => `${indent}\0${blank(marker).slice(1)}`);
  for (const { 0: block, index } of text.matchAll(/[^\n\0|#][^\0|]*?(?=\n\s*\n|\n *[\0|#]|[\0|]|$(?![^]))/g))
    if (lengthOf(block) > 0) yield { text: block, at: index, isHeading: text[index - 1] === '#' };
}

function* commentsOf(source) {
  let open;
  for (const { text, at } of source.comments) {
    if (/^\s*(?:@ts-|oxlint-|eslint-|v8 |html-validate)|^\/ </.test(text)) continue;
    const plain = text.replace(/^[\s*]*\*/gm, (stars) => ' '.repeat(stars.length));
    const between = open && source.text.slice(open.end, at);
    if (open && /^\s*\n[ \t]*\/\/$/.test(between)) {
      open.text += blank(between) + plain;
      open.end = at + text.length;
      continue;
    }
    if (open) yield open;
    open = { text: plain, at, end: at + text.length };
  }
  if (open) yield open;
}

function* screenTextsOf(source) {
  if (isTest(source.path) || !/^(?:app|server|samples)\//.test(source.path)) return;
  for (const { type, value, quasis, start, parent } of source.nodes) {
    let text;
    if (type === 'JSXText' || (type === 'Literal' && parent?.type !== 'ImportDeclaration')) text = value;
    if (
      type === 'TemplateLiteral' &&
      parent?.type !== 'TaggedTemplateExpression' &&
      /^[A-Z“]/.test(quasis[0].value.raw)
    )
      text = quasis.map(({ value }) => value.cooked).join('x');
    if (typeof text !== 'string' || lengthOf(text) <= 3 || !/[a-z]{2} [a-z]{2}/i.test(text)) continue;
    if (!/^(?:select|with|insert|update|delete|create|alter)\b/i.test(text.trim())) yield { text, at: start };
  }
}

function* textsOf(source) {
  if (source.path.endsWith('.md')) {
    for (const paragraph of paragraphsOf(source.text)) yield { kind: 'page', ...paragraph };
    return;
  }
  for (const comment of commentsOf(source)) yield { kind: 'comment', ...comment };
  for (const text of screenTextsOf(source)) yield { kind: 'screen', ...text };
}

/** Applied migrations never change, so they are exempt. */
const isExempt = ({ path }) =>
  path === 'docs/style.md' || /^(?:scripts\/checks\/plain-english|database\/migrations\/)/.test(path);

export function* find(sources) {
  for (const source of sources) {
    if (isExempt(source)) continue;
    for (const { kind, text, at, isHeading } of textsOf(source)) {
      for (const [pattern, instead] of ALWAYS_WRONG) {
        const found = pattern.exec(text);
        if (found)
          yield { path: source.path, at: at + found.index, message: `write ${instead} instead of “${found[0]}”` };
      }
      if (kind === 'comment' && lengthOf(text) > MAX_COMMENT_LENGTH)
        yield {
          path: source.path,
          at,
          message: `a comment has at most ${MAX_COMMENT_LENGTH} words, not ${lengthOf(text)}`,
        };
      for (const { sentence, at: inside } of sentencesOf(text)) {
        const where = { path: source.path, at: at + inside };
        const length = lengthOf(sentence);
        if (length > MAX_SENTENCE_LENGTH)
          yield { ...where, message: `a sentence has at most ${MAX_SENTENCE_LENGTH} words, not ${length}` };
        if (
          kind !== 'screen' &&
          !isHeading &&
          HEADLESS.test(sentence) &&
          /[^?]["”’)]*$/.test(sentence) &&
          lengthOf(sentence) > 3 &&
          !text.startsWith('#')
        )
          yield { ...where, message: `a sentence opens with its subject, not with “${HEADLESS.exec(sentence)[0]}”` };
      }
    }
  }
}

export function* findDoubtful(sources) {
  for (const source of sources)
    for (const { text, at } of textsOf(source))
      for (const { sentence, at: inside } of sentencesOf(text)) {
        const found = DOUBTFUL.exec(sentence);
        if (found && !isExempt(source))
          yield { path: source.path, at: at + inside, message: `${found[0]}: ${sentence.replace(/\s+/g, ' ')}` };
      }
}
