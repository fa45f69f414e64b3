// Compares a catalogue of a million artworks with one of a hundred, on both databases. Takes ten minutes; ARTWORKS sets
// another size.
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { log } from '#app/platform/log.server.ts';
import { openDatabase } from '#app/platform/database/database.server.ts';
import { migrationsDirectory } from '#tests/support/database.ts';
import { startPostgresServer } from '#tests/support/postgres-server.ts';
import { type Figure, median, percentile, saveFigures } from './figures.ts';
import { signIn, startSampleShop } from './sample-shop.ts';

const FEW = 100;
const MANY = Number(process.env.ARTWORKS ?? 1_000_000);
const MANY_EMBEDDED = MANY / 10;
const ROUNDS = 3;
const REQUESTS = 40;
const AT_ONCE = 16;
const SECONDS = 4;
const OWNER = { email: 'owner@example.in', password: 'walnut lamp by the window 9' };
const FILLED_AT_ONCE = 20_000;

const list = (...names: string[]) => `array[${names.map((name) => `'${name}'`).join()}]`;
const TERMS = list(
  ...'morning river cedar snow temple garden lotus threshold harvest monsoon hill village wedding festival dancer'.split(
    ' ',
  ),
  ...'elephant mango rice indigo saffron copper walnut wool cotton bamboo turmeric neem rose sandal honey'.split(' '),
);
const CATEGORIES = list(
  'Saree',
  'Dupatta',
  'Oil Painting',
  'Portrait',
  'Diya',
  'Basket',
  'Vase',
  'Skin Care',
  'Toy',
  'Rug',
);
const MEDIUMS = list('fabric', 'fabric', 'oil', 'oil', ...Array.from({ length: 6 }, () => 'handcraft'));
const STYLES = list('', 'Aipan', 'Madhubani', 'Pichwai', 'Warli', 'Kalamkari', 'Gond', 'Phad');

const fill = (from: number, to: number) => `
  insert into artworks (title, description, price, medium, category, style, images, stock_count, featured, tags, created_at)
  select
    initcap(terms[1 + n * 7 % 30] || ' ' || terms[1 + (n * 11 + n / 30) % 30]) || case when n % 4 = 0 then ' Silk' else '' end
      || case when n % 20000 = 50 then ' Peacock' else '' end || ' ' || n,
    (select string_agg(terms[1 + (n * each + n / each) % 30], ' ') from generate_series(1, 30) each),
    18000 + n::bigint * 7919 % 5982000, mediums[1 + n % 10], categories[1 + n % 10], styles[1 + n / 10 % 8],
    '{/media/none.webp}', n % 9, n % 50 = 0, array[terms[1 + n % 30], 'handmade'],
    '2026-01-01'::timestamptz - n * interval '17 seconds'
  from (select ${TERMS} as terms, ${CATEGORIES} as categories, ${MEDIUMS} as mediums, ${STYLES} as styles) names,
    generate_series(${from + 1}, ${to}) n`;

/** Building the indexes after the rows is faster. */
const TEXT_INDEXES = {
  artworks_search_text: 'trigram_text(search_text) gin_trgm_ops',
  artworks_title_text: 'trigram_text(lower(title)) gin_trgm_ops',
};

async function fillCatalogue(artworks: number, run: (text: string) => Promise<unknown>): Promise<void> {
  for (const name of Object.keys(TEXT_INDEXES)) await run(`drop index ${name}`);
  for (let from = 0; from < artworks; from += FILLED_AT_ONCE)
    await run(fill(from, Math.min(artworks, from + FILLED_AT_ONCE)));
  for (const [name, columns] of Object.entries(TEXT_INDEXES))
    await run(`create index ${name} on artworks using gin (${columns})`);
  for (const [table, key] of [
    ['artwork_counts', 'facet_group'],
    ['artwork_terms', 'term'],
  ])
    await run(
      `with folded as (delete from ${table} returning *) insert into ${table} select ${key}, sum(count) from folded group by 1`,
    );
  for (const table of ['artworks', 'artwork_counts', 'artwork_terms']) await run(`vacuum analyze ${table}`);
}

type Catalogue = Awaited<ReturnType<typeof openCatalogue>>;

async function openCatalogue(artworks: number, databaseUrl?: string) {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'bisvar-catalogue-'));
  const opened = await openDatabase({ databaseUrl, dataDirectory, migrationsDirectory, deadlineMillis: 600_000 });
  if (databaseUrl) {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    await fillCatalogue(artworks, (text) => client.query(text));
    await client.end();
  } else await fillCatalogue(artworks, (text) => opened.database.execute(sql.raw(text)));
  const one = async <Row extends Record<string, unknown>>(text: string) =>
    (await opened.database.execute<Row>(sql.raw(text))).rows[0]!;
  const { slug } = await one<{ slug: string }>(`select slug from artworks where title like '% ${artworks / 2}'`);
  const { last } = await one<{ last: string }>(
    `select json_build_array(featured::text, created_at::text, id::text)::text as last from artworks order by featured, created_at, id offset 13 limit 1`,
  );
  await opened.close();
  const shop = await startSampleShop({
    databaseUrl,
    dataDirectory,
    settings: { ADMIN_EMAIL: OWNER.email, ADMIN_PASSWORD: OWNER.password },
  });
  const ownerCookie = await signIn(shop.address, OWNER.email, OWNER.password);
  const index = await (await fetch(`${shop.address}/sitemap.xml`)).text();
  const part = /<loc>[^<]*(\/sitemaps\/artworks-1-[^<]+)</.exec(index)?.[1] ?? '/sitemap.xml';
  const cursor = Buffer.from(last).toString('base64url');
  return { ...shop, ownerCookie, paths: { artwork: `/artwork/${slug}`, last: `/gallery?after=${cursor}`, part } };
}

type Scenario = { figure: string; path: (catalogue: Catalogue) => string; factor: number; isAdmin?: true };
const at = (figure: string, path: string, factor = 2): Scenario => ({ figure, path: () => path, factor });
const ofAdmin = (scenario: Scenario): Scenario => ({ ...scenario, isAdmin: true });
const SCENARIOS: Scenario[] = [
  at('gallery', '/gallery'),
  at('gallery, newest', '/gallery?sort=newest'),
  at('gallery, oldest', '/gallery?sort=oldest'),
  at('gallery, price low to high', '/gallery?sort=price-low'),
  at('gallery, price high to low', '/gallery?sort=price-high'),
  at('gallery, a medium', '/gallery/oil'),
  at('gallery, a category', '/gallery?kind=Vase'),
  at('gallery, a style', '/gallery?style=Aipan'),
  at('gallery, ready to ship', '/gallery?available=ready'),
  at('gallery, up to a price', '/gallery?max=900'),
  at('gallery, category, style and price', '/gallery?kind=Vase&style=Gond&max=9000&sort=price-high'),
  { figure: 'gallery, last page', path: ({ paths }) => paths.last, factor: 2 },
  { figure: 'artwork page', path: ({ paths }) => paths.artwork, factor: 2 },
  { figure: 'part of the sitemap', path: ({ paths }) => paths.part, factor: 2 },
  at('search, many hits', '/gallery?q=silk', 4),
  at('search, few hits', '/gallery?q=peacock', 4),
  at('search, no hits', '/gallery?q=zzyzzx', 4),
  at('search, a typo', '/gallery?q=peacok', 4),
  at('header box, many hits', '/api/search?q=silk', 4),
  at('header box, few hits', '/api/search?q=peacock', 4),
  at('header box, no hits', '/api/search?q=zzyzzx', 4),
  at('header box, a typo', '/api/search?q=peacok', 4),
  ofAdmin(at('admin list', '/admin/artworks')),
  ofAdmin(at('admin list, a medium by title', '/admin/artworks?medium=oil&sort=title')),
  ofAdmin(at('admin search, many hits', '/admin/artworks?q=silk', 4)),
  ofAdmin(at('admin search, few hits', '/admin/artworks?q=peacock', 4)),
  ofAdmin(at('admin search, no hits', '/admin/artworks?q=zzyzzx', 4)),
];

/** Pages for browsers without scripts are not cached. */
const ask = async (catalogue: Catalogue, { path, isAdmin }: Scenario) => {
  const began = performance.now();
  const response = await fetch(catalogue.address + path(catalogue), {
    headers: { cookie: isAdmin ? catalogue.ownerCookie : 'guest_wishlist=[]', 'accept-encoding': 'identity' },
  });
  if (!response.ok) throw new Error(`${path(catalogue)}: ${response.status}`);
  await response.arrayBuffer();
  return performance.now() - began;
};

async function slowestOf(catalogue: Catalogue, scenario: Scenario): Promise<number> {
  const times: number[] = [];
  for (let request = 0; request < REQUESTS; request += 1) times.push(await ask(catalogue, scenario));
  return percentile(times, 95);
}

async function rateOf(catalogue: Catalogue, scenarios: Scenario[]): Promise<number> {
  const until = performance.now() + SECONDS * 1_000;
  let answered = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async (_, visitor) => {
      for (let turn = visitor; performance.now() < until; turn += 1, answered += 1)
        await ask(catalogue, scenarios[turn % scenarios.length]!);
    }),
  );
  return answered / SECONDS;
}

async function compare(few: Catalogue, many: Catalogue, factorOf: (scenario: Scenario) => number, kind: string) {
  const figures: Figure[] = [];
  for (const scenario of SCENARIOS) {
    const rounds: { few: number; many: number }[] = [];
    for (const catalogue of [few, many]) await slowestOf(catalogue, scenario);
    for (let round = 0; round < ROUNDS; round += 1)
      rounds.push({ few: await slowestOf(few, scenario), many: await slowestOf(many, scenario) });
    const [value, reference] = [median(rounds.map(({ many }) => many)), median(rounds.map(({ few }) => few))];
    figures.push({
      figure: `${scenario.figure}${kind}, p95`,
      value,
      unit: 'ms',
      reference: { name: `${FEW} artworks`, value: reference },
      ratio: median(rounds.map(({ few, many }) => many / few)),
      target: `at most ${factorOf(scenario)} ×`,
    });
    console.log(`  ${scenario.figure.padEnd(40)} ${reference.toFixed(1).padStart(8)} ${value.toFixed(1).padStart(8)}`);
  }
  return figures;
}

async function compareRates(few: Catalogue, many: Catalogue): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [figure, scenarios] of Object.entries({
    'gallery, 16 at once': SCENARIOS.filter((each) => each.figure.startsWith('gallery')),
    'search, 16 at once': SCENARIOS.filter((each) => each.figure.startsWith('search')),
  })) {
    const rounds: { few: number; many: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      rounds.push({ few: await rateOf(few, scenarios), many: await rateOf(many, scenarios) });
    figures.push({
      figure,
      value: median(rounds.map(({ many }) => many)),
      unit: '/s',
      reference: { name: `${FEW} artworks`, value: median(rounds.map(({ few }) => few)) },
      ratio: median(rounds.map(({ few, many }) => many / few)),
      target: 'at least 0.7 ×',
    });
  }
  return figures;
}

log.level = 'error';
const figures: Figure[] = [];
const server = await startPostgresServer();
try {
  const few = await openCatalogue(FEW, await server.createDatabase());
  const many = await openCatalogue(MANY, await server.createDatabase());
  figures.push(...(await compare(few, many, ({ factor }) => factor, '')), ...(await compareRates(few, many)));
  await Promise.all([few.close(), many.close()]);
} finally {
  await server.stop();
}
const few = await openCatalogue(FEW);
const many = await openCatalogue(MANY_EMBEDDED);
figures.push(...(await compare(few, many, () => 3, ', embedded')));
await Promise.all([few.close(), many.close()]);
await saveFigures('catalogue', figures);
