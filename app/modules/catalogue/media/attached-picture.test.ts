import { expect, test } from 'vitest';
import { matchAttached } from './attached-picture.ts';

const HOST = 'https://hosted.example/storage';

test.each([
  ['the one file of its name', [`${HOST}/a/diya%20one.jpg?x=1`], ['pictures/diya one.jpg'], ['pictures/diya one.jpg']],
  ['no file of another name', [`${HOST}/a/1.jpg`], ['a/11.jpg'], [undefined]],
  [
    'each its own by the folder',
    [`${HOST}/a/1.jpg`, `${HOST}/b/1.jpg`],
    ['b/1.jpg', 'a/1.jpg'],
    ['a/1.jpg', 'b/1.jpg'],
  ],
  ['the one whose folder the file is in', [`${HOST}/a/1.jpg`, `${HOST}/b/1.jpg`], ['a/1.jpg'], ['a/1.jpg', undefined]],
  ['none when the folder isn’t said', [`${HOST}/a/1.jpg`, `${HOST}/b/1.jpg`], ['1.jpg'], [undefined, undefined]],
  ['none when both end alike', [`${HOST}/x/a/1.jpg`, `${HOST}/y/a/1.jpg`], ['a/1.jpg'], [undefined, undefined]],
  ['none of two files that it doesn’t tell apart', [`${HOST}/a/1.jpg`], ['1.jpg', 'small/1.jpg'], [undefined]],
  ['the file that lies as it does', [`${HOST}/a/1.jpg`], ['1.jpg', 'a/1.jpg'], ['a/1.jpg']],
  ['the same by its name alone and by its query', ['1.jpg', `${HOST}/1.jpg?x=2`], ['1.jpg'], ['1.jpg', '1.jpg']],
])('an address means %s', (_, addresses, paths, expected) => {
  const files = paths.map((path) => ({ path, read: async () => new Uint8Array() }));
  const matched = matchAttached(addresses, files);
  expect(addresses.map((address) => matched.get(address)?.path)).toEqual(expected);
});
