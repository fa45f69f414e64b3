// Loaded with --import, also by workers. Shifts the clock by the milliseconds in `CLOCK_FILE`. Timers continue, as when
// a real clock changes.
import { readFileSync } from 'node:fs';

const RealDate = globalThis.Date;
let movedBy = 0;
const look = () => (movedBy = Number(readFileSync(process.env.CLOCK_FILE!, 'utf8')));
look();
setInterval(look, 25).unref();

class MovedDate extends RealDate {
  constructor(...parts: [] | [number | string | Date]) {
    if (parts.length === 0) super(MovedDate.now());
    else super(...parts);
  }
  static override now(): number {
    return RealDate.now() + movedBy;
  }
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof RealDate;
  }
}
globalThis.Date = MovedDate as DateConstructor;
