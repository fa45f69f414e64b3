// What the commands that open the shop's data share: the settings, the database, and the shop as a script meets it.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { BadConfig, type Config, readConfig } from '#app/platform/config.server.ts';
import { type Database, openDatabase, type OpenedDatabase } from '#app/platform/database/database.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { NotFound } from '#app/platform/errors.server.ts';

/** Something the person at the keyboard can mend: shown without a stack. */
export class SetupError extends Error {
  override name = 'Trouble';
}

export const MIGRATIONS = resolve('database/migrations');

export function readSettings(): Config {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return readConfig(process.env);
}

export const openFor = (config: Config, migrationsDirectory = MIGRATIONS): Promise<OpenedDatabase> =>
  openDatabase({ ...config, migrationsDirectory, log: { info() {}, warn: console.warn, error: console.error } });

/** The shop as a command meets it: itself, with the suppliers that its work asks and no others. */
export const shopAt = (config: Config, database: Database, suppliers: Partial<Shop['suppliers']> = {}): Shop => ({
  database,
  config,
  actor: { kind: 'shop' },
  now: new Date(),
  visitorAddress: 'the command line',
  suppliers: suppliers as Shop['suppliers'],
});

/** Runs the command; what the person at the keyboard can mend is told in a sentence, with exit code 1. */
export async function command(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const isExpected =
      error instanceof SetupError ||
      error instanceof BadConfig ||
      error instanceof NotFound ||
      (error instanceof Error && error.name === 'DatabaseInUse');
    if (!isExpected) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

/** How the command is asked, with exit code 2. */
export function usage(text: string): never {
  console.error(`Usage: ${text}`);
  process.exit(2);
}
