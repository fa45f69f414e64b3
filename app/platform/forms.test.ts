import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readFields } from './forms.ts';

const shape = z.strictObject({
  name: z.string().min(1, 'Name is required'),
  password: z.string().min(6, 'Password must be at least 6 characters'),
});

const form = (fields: Record<string, string>) => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  return data;
};

describe('a posted form', () => {
  test('matches its schema when every field is right', () => {
    expect(readFields(form({ name: 'Asha', password: 'secret1' }), shape)).toEqual({
      ok: true,
      value: { name: 'Asha', password: 'secret1' },
      typed: { name: 'Asha' },
    });
  });

  test('counts a line break as one character', () => {
    const note = z.strictObject({ note: z.string().max(3, 'At most 3 characters') });
    expect(readFields(form({ note: 'a\r\nb' }), note)).toMatchObject({ ok: true, value: { note: 'a\nb' } });
  });

  test('keeps codes that are not secret', () => {
    expect(readFields(form({ zipCode: '263601', couponCode: 'X' }), shape).typed).toEqual({
      zipCode: '263601',
      couponCode: 'X',
    });
  });

  test('names each wrong field and keeps the input, except passwords', () => {
    expect(readFields(form({ name: '', password: 'abc', isAdmin: 'true' }), shape)).toEqual({
      ok: false,
      errors: {
        name: 'Name is required',
        password: 'Password must be at least 6 characters',
        isAdmin: 'Unknown field: isAdmin',
      },
      typed: { name: '', isAdmin: 'true' },
    });
  });

  test('cannot reach a prototype', () => {
    const read = readFields(
      form({ __proto__x: '1', ['__proto__']: 'polluted', constructor: 'x', name: 'A', password: 'secret1' }),
      shape,
    );
    expect(read.ok).toBe(false);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  test('refuses larger bodies than any form sends, or its own limit', () => {
    const read = (length: number, longest?: number) =>
      readFields(form({ name: `${'x'.repeat(length - 1)}\r\n`, password: 'secret1' }), shape, { longest });
    expect(read(10_000).ok).toBe(true);
    expect(() => read(10_001)).toThrow();
    expect(read(20_000, 20_000).ok).toBe(true);
    expect(() => read(20_001, 20_000)).toThrow();
  });
});

describe("a button's post", () => {
  const ids = z.strictObject({ id: z.array(z.string()).min(1), act: z.enum(['hide']) });
  const posted = (fields: [string, string][]) => {
    const data = new FormData();
    for (const [name, value] of fields) data.append(name, value);
    return data;
  };

  test('may name several things', () => {
    const post = posted([
      ['id', 'a'],
      ['id', 'b'],
      ['act', 'hide'],
    ]);
    expect(readFields(post, ids, { lists: ['id'] })).toMatchObject({
      ok: true,
      value: { id: ['a', 'b'], act: 'hide' },
    });
  });

  test('is refused when it has unknown fields or values', () => {
    for (const fields of [
      [['act', 'hide']],
      [
        ['id', 'a'],
        ['act', 'burn'],
      ],
      [
        ['id', 'a'],
        ['act', 'hide'],
        ['isAdmin', '1'],
      ],
    ] as [string, string][][])
      expect(readFields(posted(fields), ids, { lists: ['id'] }).ok).toBe(false);
  });
});
