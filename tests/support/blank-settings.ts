import { SETTING_NAMES } from '#app/platform/config.server.ts';

/** An empty setting overrides a .env file, so that test shops read nothing from it. */
export const BLANK_SETTINGS: Readonly<Record<string, string>> = Object.fromEntries(
  SETTING_NAMES.map((name) => [name, '']),
);
