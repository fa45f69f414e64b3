import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { done, refused } from '#app/basics/result.ts';
import { once } from '#app/platform/once.server.ts';
import { bothDatabases } from '#tests/support/both-databases.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';

describe.each(bothDatabases)('a form sent many times at once on the %s database', (kind, open) => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await openTestShop(open);
  });
  beforeEach(() => shop.empty());
  afterAll(() => shop?.close());

  const times = <Answer>(work: (at: number) => Promise<Answer>) =>
    Promise.all(Array.from({ length: 10 }, (_, at) => work(at)));
  const form = (content: unknown) => ({ scope: 'test', key: '00000000-0000-4000-8000-0000000000aa', content });

  test('is carried out once, and each gets the same answer', async () => {
    let runs = 0;
    const answers = await times(() =>
      once<number>(shop.as.guest(), form('same'), async (shop) => {
        await shop.database.execute(sql`select pg_sleep(0.05)`);
        runs += 1;
        return done(runs);
      }),
    );
    expect(answers).toEqual(Array(10).fill(done(1)));
  });

  test('with different content is carried out once, and the others are refused', async () => {
    const answers = await times((at) => once<number>(shop.as.guest(), form(at), async () => done(at)));
    const [first, ...others] = answers.filter((answer) => answer.ok);
    expect(others).toEqual([]);
    const refusals = answers.filter((answer) => !answer.ok);
    expect(refusals).toEqual(Array(9).fill(refused('key-used', first!.value)));
  });

  test('the next one runs after the first fails or is refused', async () => {
    let runs = 0;
    const answers = await Promise.allSettled(
      Array.from({ length: 10 }, () =>
        once<number, ReturnType<typeof refused<'no'>>>(shop.as.guest(), form('same'), async (shop) => {
          await shop.database.execute(sql`select pg_sleep(0.02)`);
          runs += 1;
          if (runs === 1) throw new Error('broken');
          return runs === 2 ? refused('no') : done(runs);
        }),
      ),
    );
    const values = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    expect(values).toHaveLength(9);
    expect(values.filter((answer) => answer.ok)).toEqual(Array(8).fill(done(3)));
  });

  const onServer = kind === 'server' ? test : () => undefined;
  onServer('is carried out by the next one when the first loses its connection', async () => {
    const lost = once<number>(shop.as.guest(), form('same'), async (shop) => {
      await shop.database.execute(sql`select pg_terminate_backend(pg_backend_pid())`);
      return done(1);
    });
    await expect(lost).rejects.toThrow();
    expect(await once<number>(shop.as.guest(), form('other'), async () => done(2))).toEqual(done(2));
  });
});
