import { afterEach, expect, test, vi } from 'vitest';
import { newUuid } from './new-uuid.ts';

const RANDOM_UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

afterEach(() => vi.unstubAllGlobals());

const severalUuids = () => Array.from({ length: 100 }, newUuid);

test('a new UUID has version 4', () => {
  for (const uuid of severalUuids()) expect(uuid).toMatch(RANDOM_UUID);
});

test('creates unique version 4 ids without crypto.randomUUID', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const uuids = severalUuids();
  for (const uuid of uuids) expect(uuid).toMatch(RANDOM_UUID);
  expect(new Set(uuids).size).toBe(uuids.length);
});

test('without https, every bit except the version is random', () => {
  vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array) => bytes.fill(0xff) });
  expect(newUuid()).toBe('ffffffff-ffff-4fff-bfff-ffffffffffff');
  vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array) => bytes.fill(0) });
  expect(newUuid()).toBe('00000000-0000-4000-8000-000000000000');
});
