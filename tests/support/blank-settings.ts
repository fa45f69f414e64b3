import { SETTING_NAMES } from '#app/platform/config.server.ts';

/** Every setting, empty, which stands above a .env file and counts as none: a shop of a test reads nothing of its owner's. */
export const BLANK_SETTINGS: Readonly<Record<string, string>> = Object.fromEntries(
  SETTING_NAMES.map((name) => [name, '']),
);
