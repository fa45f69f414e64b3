import { createHmac } from 'node:crypto';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export function totp(secret: string, periods = 0): string {
  const bits = secret.replaceAll(/./g, (letter) => LETTERS.indexOf(letter).toString(2).padStart(5, '0'));
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + periods));
  const hash = createHmac('sha1', Buffer.from(bytes)).update(counter).digest();
  const from = hash.at(-1)! & 15;
  return String((hash.readUInt32BE(from) & 0x7fffffff) % 1e6).padStart(6, '0');
}
