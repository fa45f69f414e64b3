import { isState } from '#app/basics/states.ts';
import { done, type Result } from '#app/basics/result.ts';
import { takeToken, type TooMany } from '#app/platform/limits.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import type { PinPlace } from './delivery.ts';

const QUESTIONS = { capacity: 60, refillPerMinute: 30 };
let places: Promise<ReadonlyMap<string, PinPlace>> | undefined;

/** Returns district and state. Returns undefined for an unlisted code, which may exist. Rate-limited. */
export async function placeOfPin(shop: Shop, pin: string): Promise<Result<PinPlace | undefined, TooMany>> {
  const allowed = await takeToken(shop, `pin:${shop.visitorAddress}`, QUESTIONS);
  if (!allowed.ok) return allowed;
  return done(await findPlace(pin));
}

export async function findPlace(pin: string): Promise<PinPlace | undefined> {
  places ??= readPlaces();
  return (await places).get(pin);
}

async function readPlaces(): Promise<ReadonlyMap<string, PinPlace>> {
  const { default: states } = await import('./pin-places.json', { with: { type: 'json' } });
  const read = new Map<string, PinPlace>();
  for (const [state, cities] of Object.entries(states))
    for (const [city, pins] of Object.entries(cities) as [string, string][]) {
      if (!isState(state)) throw new Error(`pin-places.json: ${state} is no state`);
      let start = '';
      for (const digits of pins.split(' ')) {
        if (digits.length === 6) start = digits.slice(0, 3);
        read.set(digits.length === 6 ? digits : start + digits, { city, state });
      }
    }
  return read;
}
