import { log } from './log.server.ts';

/** What was read; where it can't be, that is written down and something plain stands in its place. For what a page can do without. */
export async function readOr<Value>(instead: Value, reading: Promise<Value>): Promise<Value> {
  try {
    return await reading;
  } catch (error) {
    log.error({ err: error }, 'a part of a page could not be read');
    return instead;
  }
}
