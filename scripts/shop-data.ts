// What the commands that open the shop's data share: the settings, the database, and the shop as a script meets it.
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

/** Something the person at the keyboard can mend: shown without a stack. */
export class SetupError extends Error {
  override name = 'Trouble';
}

export const MIGRATIONS = resolve('database/migrations');

export function readSettings(): Config {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return readConfig(process.env);
}

/** Opens the database of these settings with its tables up to date, or, unless it `migrates`, as it is. */
export function openFor(config: Config, { migrates = true } = {}): Promise<OpenedDatabase> {
  // A command tells in its own words what it did, and no journal keeps its lines.
  log.level = 'warn';
  return openDatabase({
    ...config,
    ...(migrates && { migrationsDirectory: MIGRATIONS }),
    log: { info() {}, warn: console.warn, error: console.error },
  });
}

/** The same for a command that works on what a shop holds; throws SetupError where none stands yet, and makes none. */
export async function openPresent(config: Config): Promise<OpenedDatabase> {
  if (!(await isDatabaseThere(config)))
    throw new SetupError(`There is no shop in ${config.dataDirectory}. DATA_DIR names the directory of one.`);
  return openFor(config);
}

/** The shop as a command meets it: itself, with the suppliers that its work asks and no others. */
export const shopAt = (config: Config, database: Database, suppliers: Partial<Shop['suppliers']> = {}): Shop => ({
  database,
  config,
  actor: { kind: 'shop' },
  now: new Date(),
  visitorAddress: 'the command line',
  suppliers: suppliers as Shop['suppliers'],
});

class UsageError extends Error {}

/** To be thrown where the command was asked in a way it isn't meant. */
export const usage = (text: string) => new UsageError(`Usage: ${text}`);

/**
 * Runs a command with the words that were typed after it. What the person at the keyboard can mend is told in a sentence, with exit code 1,
 * and how it is asked with exit code 2.
 */
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
