// A real password hash takes a tenth of a second, so tests with many sign-ups use a cheap one.
import crypto, { type ScryptOptions } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

type Scrypt = (
  password: crypto.BinaryLike,
  salt: crypto.BinaryLike,
  length: number,
  options: ScryptOptions,
  callback: (error: Error | null, key: Buffer) => void,
) => void;

const scrypt: Scrypt & { isQuick?: boolean } = crypto.scrypt;
if (!scrypt.isQuick) {
  const quick: Scrypt = (password, salt, length, options, callback) =>
    scrypt(password, salt, length, { ...options, N: 2, r: 1 }, callback);
  crypto.scrypt = Object.assign(quick, { isQuick: true }) as unknown as typeof crypto.scrypt;
  syncBuiltinESMExports();
}
