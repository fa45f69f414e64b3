// `npm run admin -- grant EMAIL`: makes a registered person an admin. The embedded database serves one process at a
// time, so there the shop must be stopped first.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { grantAdmin } from '#app/modules/accounts/accounts.server.ts';
import { BadConfig, readConfig } from '#app/platform/config.server.ts';
import { openDatabase } from '#app/platform/database/database.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { NotFound } from '#app/platform/trouble.server.ts';

async function grant(email: string): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = readConfig(process.env);
  const { database, close } = await openDatabase({ ...config, migrationsDirectory: resolve('database/migrations') });
  try {
    const shop: Shop = {
      database,
      config,
      actor: { kind: 'shop' },
      now: new Date(),
      visitorAddress: 'the command line',
      suppliers: {} as Shop['suppliers'], // granting asks no supplier
    };
    await grantAdmin(shop, email);
  } finally {
    await close();
  }
}

const [command, email, ...rest] = process.argv.slice(2);
if (command !== 'grant' || !email || rest.length > 0) {
  console.error('Usage: npm run admin -- grant EMAIL');
  process.exit(2);
}
try {
  await grant(email);
  console.log(`${email} is an admin now.`);
} catch (trouble) {
  if (!(trouble instanceof NotFound || trouble instanceof BadConfig)) throw trouble;
  console.error(trouble.message);
  process.exit(1);
}
