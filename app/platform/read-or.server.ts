import { log } from './log.server.ts';

/** Returns a value for an optional part of a page. If reading it fails, logs the error and returns `instead`. */
export async function readOr<Value>(instead: Value, reading: Promise<Value>): Promise<Value> {
  try {
    return await reading;
  } catch (error) {
    log.error({ err: error }, 'a part of a page could not be read');
    return instead;
  }
}
