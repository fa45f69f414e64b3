import { expect, test } from 'vitest';
import { openUploadLine } from './upload-line.ts';

const open = new AbortController().signal;

test('reads a few uploads at once and queues the others', async () => {
  const line = openUploadLine({ atOnce: 2 });
  const first = await line.enter('a', open);
  await line.enter('b', open);
  let isIn = false;
  const third = line.enter('c', open).then((leave) => ((isIn = true), leave));
  await Promise.resolve();
  expect(isIn).toBe(false);
  first!();
  expect(await third).toBeTypeOf('function');
});

test('limits one address that fills the queue, and no others', async () => {
  const line = openUploadLine({ atOnce: 20, ofAddress: 3 });
  for (let n = 0; n < 3; n += 1) expect(await line.enter('a', open)).toBeTypeOf('function');
  expect(await line.enter('a', open)).toBeUndefined();
  expect(await line.enter('b', open)).toBeTypeOf('function');
});

test('gives up an upload that waited too long or lost its sender', async () => {
  const line = openUploadLine({ atOnce: 1, ofAddress: 2, waitsMs: 20 });
  const leave = await line.enter('a', open);
  expect(await line.enter('a', open)).toBeUndefined();
  const gone = new AbortController();
  const left = line.enter('a', gone.signal);
  gone.abort();
  expect(await left).toBeUndefined();
  leave!();
  expect(await line.enter('a', open)).toBeTypeOf('function');
});

test('never holds more than the limit in memory', async () => {
  const line = openUploadLine({ atOnce: 3, ofAddress: 100 });
  let reading = 0;
  let most = 0;
  const uploads = Array.from({ length: 40 }, async (_, n) => {
    const leave = await line.enter(`${n % 7}`, open);
    most = Math.max(most, (reading += 1));
    await new Promise((done) => setTimeout(done, n % 4));
    reading -= 1;
    leave!();
  });
  await Promise.all(uploads);
  expect([most, reading]).toEqual([3, 0]);
});
