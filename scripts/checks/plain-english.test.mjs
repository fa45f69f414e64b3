import { expect, test } from 'vitest';
import { sourcesOf } from './source.mjs';
import { find, findDoubtful } from './plain-english.mjs';

const messagesIn = (path, text, finder = find) =>
  [...finder(sourcesOf(new Map([[path, text]])))].map(({ message }) => message);

const filler = (count) => Array.from({ length: count }, (_, index) => `word${index}`).join(' ');

test.each([
  ['app/a.ts', '// Reads the page anew.', 'write again instead of “anew”'],
  ['app/a.ts', '/** All pages but for the first. */', 'write except instead of “but for”'],
  ['app/a.ts', '/** What the shop does by itself. */', 'a sentence opens with its subject, not with “What”'],
  ['app/a.ts', `// ${filler(25)}.\n// ${filler(16)}.`, 'a comment has at most 40 words, not 41'],
  ['app/a.css', '/* Of which one is red. */', 'write a second sentence instead of “Of which”'],
  ['app/a.sql', '-- Meanwhile it waits.', 'write in the meantime, or the event itself instead of “Meanwhile”'],
  ['app/a.tsx', 'const a = <p>It is sent to whoever asked.</p>;', 'write people who instead of “whoever”'],
  ['app/a.ts', "const a = 'The piece is sold all the same.';", 'write still, anyway instead of “all the same”'],
  ['app/a.ts', 'const a = `The piece ${title} is read anew.`;', 'write again instead of “anew”'],
  ['docs/a.md', `# A\n\n${filler(31)}.`, 'a sentence has at most 30 words, not 31'],
  ['docs/a.md', '- Nobody becomes an owner.', 'a sentence opens with its subject, not with “Nobody”'],
  ['docs/a.md', '| first | Whoever asks. |', 'write people who instead of “Whoever”'],
])('refuses %s: %s', (path, text, message) => {
  expect(messagesIn(path, text)).toContain(message);
});

test.each([
  ['app/a.ts', `// ${filler(20)}. ${filler(20)}.`],
  ['app/a.ts', 'import { whoever } from "./whoever.ts";'],
  ['app/a.test.ts', "const a = 'Whoever asks is told anew.';"],
  ['docs/a.md', '# What it is\n\nWhat does it cost? A rupee.\n\n| What | How |\n\n`anew`\n\n```\nmeanwhile\n```'],
  ['docs/a.md', `- ${filler(20)}\n- ${filler(20)}`],
  ['docs/a.md', `${filler(20)} [link](${filler(1)}-anew) ${filler(9)}.`],
])('accepts %s: %s', (path, text) => {
  expect(messagesIn(path, text)).toEqual([]);
});

test('lists a doubtful word with its sentence', () => {
  expect(messagesIn('docs/a.md', 'The cart is full. A paper stands there.', findDoubtful)).toEqual([
    'paper: A paper stands there.',
  ]);
});
