import { expect, test } from 'vitest';
import { sourcesOf } from './source.mjs';
import { find, findFileNames, insteadOf } from './vocabulary.mjs';

const said = (path, text) =>
  [...find(sourcesOf(new Map([[path, text]]))), ...findFileNames([], { paths: [path] })].map(({ message }) => message);

test.each([
  ['takeTold', 'told'],
  ['troubleOfFile', 'trouble'],
  ['keepInStep', 'keep in step'],
  ['KeepInStep', 'keep in step'],
  ['putAside', 'put aside'],
  ['MOST_LINES', 'most'],
  ['artworkShape', 'shape'],
  ['made_by', 'made by'],
  ['order-note-removal', 'removal'],
  ['SVGWords', 'words'],
])('%s has a home-made word', (name, word) => {
  expect(insteadOf(name)?.word).toBe(word);
});

test.each([
  'flash',
  'password',
  'wordCount',
  'atMost',
  'shape',
  'lighthouse',
  'spring',
  'mediaKeeper',
  'handedOver',
  'aside',
])('%s is fine', (name) => {
  expect(insteadOf(name)).toBeUndefined();
});

test.each([
  [
    'an identifier, with how often it stands there',
    'app/a.ts',
    'const desk = 1; open(desk);',
    'desk: not "desk" but admin (2 times)',
  ],
  ['an element', 'app/a.tsx', 'const x = <DeskNews />;', 'DeskNews: not "news" but useLiveUpdates, revalidate'],
  [
    'a key',
    'app/a.ts',
    'const x = { verdict: 1 };',
    'verdict: not "verdict" but setVerification, validate, matchResult',
  ],
  ['the name of a file', 'app/desk.ts', '', 'file name: not "desk" but admin'],
  [
    'a function that is a participle',
    'app/a.ts',
    'export function changed() {}',
    'changed: a function is called by a verb',
  ],
  ['and one that is assigned', 'app/a.ts', 'const parsed = (text) => text;', 'parsed: a function is called by a verb'],
  [
    'the name of a button’s value',
    'app/a.tsx',
    'const x = <Button name="do" value="save" />;',
    'a button sends its value as intent, not as do',
  ],
  ['the test function', 'app/a.test.ts', "it('works', () => {});", 'it: not "it" but test'],
])('%s is found', (_, path, text, message) => {
  expect(said(path, text)).toContain(message);
});

test.each([
  ['a sentence', 'app/a.ts', "// Told at the desk.\nconst text = 'This is news';"],
  ['a value that is a participle', 'app/a.ts', 'const parsed = parse(text);'],
  ['a refusal', 'app/a.ts', 'export function refused() {}'],
  ['another field of a form', 'app/a.tsx', 'const x = <Field name="change" />;'],
])('%s is fine', (_, path, text) => {
  expect(said(path, text)).toEqual([]);
});
