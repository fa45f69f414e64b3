// Runs in the directory of the shop to measure, which may be an earlier version, so it imports little.
import { sql } from 'drizzle-orm';
import { bothDatabases } from '#tests/support/both-databases.ts';
import { openRequestShop } from '#tests/support/request-shop.ts';

const [kind = 'embedded', seconds = '6'] = process.argv.slice(-2);
const AT_ONCE = 16;
const SHOPPERS = 64;
const STOCK = 1_000_000;

const open = bothDatabases.find(([name]) => name === kind)![1];
const shop = await openRequestShop({ LOG_LEVEL: 'silent' }, open);
const { rows } = await shop.database.execute<{ id: string }>(sql`
  insert into artworks (title, price, medium, category, stock_count, images)
  values ('Clay bowl', 30000, 'handcraft', 'Handcraft', ${STOCK}, '{/media/none.webp}') returning id`);
const artworkId = rows[0]!.id;

type Visitor = ReturnType<typeof shop.visitor>;
const field = (html: string, name: string) =>
  new RegExp(`name="${name}"[^>]*value="([^"]*)"|value="([^"]*)"[^>]*name="${name}"`)
    .exec(html)
    ?.slice(1)
    .find(Boolean);

const shoppers: Visitor[] = [];
for (let number = 0; number < SHOPPERS; number += 1) {
  const visitor = shop.visitor(`198.51.100.${number}`);
  await visitor.signUpAs(`Ila ${number}`);
  shoppers.push(visitor);
}

const address = {
  name: 'Asha Rawat',
  email: 'asha@example.in',
  phone: '9876543210',
  zipCode: '263601',
  street: '14 Mall Road',
  city: 'Almora',
  state: 'Uttarakhand',
};
const first = shoppers[0]!;
await first.post('/visitor-state', { intent: 'add', artworkId, quantity: '1' });
const seenTotal = field((await first.get('/checkout')).text, 'seenTotal')!;

let placed = 0;
let references = 500_000_000_000;
async function buy(visitor: Visitor): Promise<void> {
  await visitor.post('/visitor-state.data', { intent: 'add', artworkId, quantity: '1' });
  const { text } = await visitor.get('/checkout.data');
  const key = /"key","([0-9a-f-]{36})"/.exec(text)?.[1];
  const answer = await visitor.post('/checkout.data', {
    ...address,
    key: key!,
    seenTotal,
    price: '30000',
    quantity: '1',
    artworkId,
    paymentMethod: 'manual',
    paymentReferenceId: String((references += 1)),
  });
  const body = await answer.text();
  if (answer.status !== 202) throw new Error(`not placed: ${answer.status} ${body.slice(0, 600)}`);
  placed += 1;
}

const free = shoppers.slice(1);
async function buyFor(milliseconds: number): Promise<number> {
  const before = placed;
  const began = performance.now();
  const keepBuying = async () => {
    while (performance.now() < began + milliseconds) {
      const visitor = free.shift()!;
      await buy(visitor);
      free.push(visitor);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, keepBuying));
  return ((placed - before) / (performance.now() - began)) * 1000;
}

await buyFor(2_000);
const perSecond = await buyFor(Number(seconds) * 1000);
const { rows: left } = await shop.database.execute<{ stock: number; orders: number }>(sql`
  select (select stock_count from artworks where id = ${artworkId}) as stock,
    (select count(*)::int from orders) as orders`);
if (left[0]!.stock !== STOCK - placed || left[0]!.orders !== placed)
  throw new Error(`the stock is wrong: ${JSON.stringify(left[0])} after ${placed}`);
await shop.close();
console.log(JSON.stringify({ perSecond }));
process.exit(0);
