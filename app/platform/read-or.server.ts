import { log } from './log.server.ts';

/** Returns the value read for an optional part of a page. After an error, logs it and returns a default. */
export async function readOr<Value>(instead: Value, reading: Promise<Value>): Promise<Value> {
  try {
    return await reading;
  } catch (error) {
    log.error({ err: error }, 'a part of a page could not be read');
    return instead;
  }
}
