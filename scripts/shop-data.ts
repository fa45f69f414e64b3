import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { BadConfig, type Config, readConfig } from '#app/platform/config.server.ts';
import {
  type Database,
  isDatabaseThere,
  openDatabase,
  type OpenedDatabase,
} from '#app/platform/database/database.server.ts';
import { log } from '#app/platform/log.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { NotFound } from '#app/platform/errors.server.ts';

export class SetupError extends Error {
  override name = 'Trouble';
}

export const MIGRATIONS = resolve('database/migrations');

export function readSettings(): Config {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return readConfig(process.env);
}

export function openFor(config: Config, { migrates = true } = {}): Promise<OpenedDatabase> {
  log.level = 'warn';
  return openDatabase({
    ...config,
    ...(migrates && { migrationsDirectory: MIGRATIONS }),
    log: { info() {}, warn: console.warn, error: console.error },
  });
}

export async function openPresent(config: Config): Promise<OpenedDatabase> {
  if (!(await isDatabaseThere(config)))
    throw new SetupError(`There is no shop in ${config.dataDirectory}. Set DATA_DIR to the shop’s directory.`);
  return openFor(config);
}

export const shopAt = (config: Config, database: Database, suppliers: Partial<Shop['suppliers']> = {}): Shop => ({
  database,
  config,
  actor: { kind: 'shop' },
  now: new Date(),
  visitorAddress: 'the command line',
  suppliers: suppliers as Shop['suppliers'],
});

class UsageError extends Error {}

export const usage = (text: string) => new UsageError(`Usage: ${text}`);

/** Exits with 1 for errors that the user can fix, and with 2 for wrong usage. */
export async function runCommand(
  command: (args: string[]) => Promise<void>,
  args = process.argv.slice(2),
): Promise<void> {
  try {
    await command(args);
  } catch (error) {
    if (error instanceof UsageError) {
      console.error(error.message);
      process.exitCode = 2;
      return;
    }
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
