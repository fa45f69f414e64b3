import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { openRemotePictures } from '#app/adapters/remote-pictures/remote-pictures.server.ts';
import { openStorage } from '#app/adapters/storage/storage.server.ts';
import { checkLedger } from '#app/modules/operations/health/ledger-check.server.ts';
import { overview } from '#app/modules/orders/reports/reports.server.ts';
import { makeBackend, PICTURES_HOST, writeCsvFiles } from '#tests/support/hosted-backend.ts';
import { openTestShop } from '#tests/support/test-shop.ts';
import { moveIn } from './data-import.server.ts';
import { readSourceFolder } from './read-source.server.ts';
import { formatReport } from './report.ts';

// `npm run test:long -- moving` imports a realistically large backend.
const size = {
  people: Number(process.env.MOVED_PEOPLE ?? 20),
  orders: Number(process.env.MOVED_ORDERS ?? 100),
  pictures: Number(process.env.MOVED_PICTURES ?? 8),
};

/** The first request waits for a second one, to test that two pictures load at once. */
async function hostPictures() {
  const asked = { times: 0, now: 0, atOnce: 0 };
  const second = Promise.withResolvers<void>();
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    asked.times += 1;
    asked.now += 1;
    asked.atOnce = Math.max(asked.atOnce, asked.now);
    if (asked.times > 1 || size.pictures === 1) second.resolve();
    await second.promise;
    const n = Number(/\/(\d+)-abc\.png$/.exec(request.url ?? '')?.[1] ?? 0);
    const background = { r: n % 256, g: (n >> 8) % 256, b: 90 };
    const bytes = await sharp({ create: { width: 40, height: 50, channels: 3, background } })
      .png()
      .toBuffer();
    asked.now -= 1;
    response.writeHead(200, { 'content-type': 'image/png', 'content-length': bytes.length }).end(bytes);
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return { asked, port, close: () => new Promise((closed) => server.close(closed)) };
}

test(
  'a large import loses nothing, repeats identically, and names its broken row',
  {
    timeout: 3_600_000,
  },
  async () => {
    const shop = await openTestShop();
    shop.suppliers.storage = await openStorage(shop.config);
    const host = await hostPictures();
    const directory = await mkdtemp(join(tmpdir(), 'bisvar-large-move-'));
    const atRest = process.memoryUsage().rss;
    let peak = atRest;
    const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 50);
    try {
      const picturesAt = `http://${PICTURES_HOST}:${host.port}`;
      const { tables, totals } = makeBackend({ ...size, picturesAt });
      const { columns, rows } = tables.get('public.orders')!;
      const broken = rows.find((row) => row[columns.indexOf('payment_status')] === 'pending')!;
      const lost = Math.round(Number(broken[columns.indexOf('total')]) * 100);
      broken[columns.indexOf('total')] = `${lost / 100 + 1}`;
      for (const [name, text] of writeCsvFiles(tables)) await writeFile(join(directory, name), text);

      const move = async (dryRun = false) => {
        const began = performance.now();
        const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
        const pictures = openRemotePictures({ host: PICTURES_HOST, test: { port: host.port, resolve } });
        const source = await readSourceFolder(directory);
        const moved = await moveIn(shop.as.shop(), source, { dryRun, remote: pictures });
        if (!moved.ok) throw new Error([...formatReport(moved.data)].join('\n'));
        return { report: moved.value, seconds: Math.round((performance.now() - began) / 100) / 10 };
      };

      const asked = await move(true);
      expect(host.asked.times).toBe(0);
      const first = await move();
      const refused = { read: size.orders, refused: 1, written: size.orders - 1 };
      const left = totals.ordersTotal - lost;
      expect(first.report.totals).toMatchObject([
        { of: 'people', count: { read: size.people, refused: 0, written: size.people } },
        { of: 'orders', count: refused, amount: { read: left + lost + 100, refused: lost + 100, written: left } },
        { of: 'payments', amount: { read: totals.paymentsTotal, refused: 0, written: totals.paymentsTotal } },
      ]);
      const named = first.report.tables.flatMap(({ details }) => details);
      expect(named).toEqual([
        {
          line: expect.any(Number),
          id: broken[0],
          outcome: 'refused',
          reason: 'total isn’t the subtotal less discount, plus shipping and GST',
        },
      ]);
      expect(first.report.pictures).toMatchObject({ stored: size.pictures, failed: [] });
      expect(host.asked).toMatchObject({ times: size.pictures, atOnce: Math.min(2, size.pictures) });
      expect(await checkLedger(shop.as.shop())).toEqual([]);
      expect((await overview(shop.as.admin())).money!.revenue).toBe(totals.revenue);
      const { rows: sums } = await shop.database.execute(
        sql`select sum(total)::text as total, count(distinct order_number)::int as numbers from orders`,
      );
      expect(sums).toEqual([{ total: String(left), numbers: size.orders - 1 }]);

      const again = await move();
      expect(host.asked.times).toBe(size.pictures);
      expect(again.report.totals).toEqual(first.report.totals);
      for (const { table, read, counts } of again.report.tables)
        expect([table, counts.unchanged + counts.refused, counts.refused]).toEqual([
          table,
          read,
          table === 'orders' ? 1 : 0,
        ]);
      const seconds = `dry run ${asked.seconds} s, move ${first.seconds} s, repeat ${again.seconds} s`;
      console.log(
        `${size.people} people, ${size.orders} orders, ${size.pictures} pictures: ${seconds}; ${Math.round((peak - atRest) / 1e6)} MB more than the ${Math.round(atRest / 1e6)} MB of the test and its database at rest`,
      );
    } finally {
      clearInterval(watch);
      await host.close();
      await rm(directory, { recursive: true, force: true });
      await shop.close();
    }
  },
);
