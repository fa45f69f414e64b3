import { log } from './log.server.ts';

/** Returns what was read, or logs the error and returns a default, for optional parts of a page. */
export async function readOr<Value>(instead: Value, reading: Promise<Value>): Promise<Value> {
  try {
    return await reading;
  } catch (error) {
    log.error({ err: error }, 'a part of a page could not be read');
    return instead;
  }
}
