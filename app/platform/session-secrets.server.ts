import type { Shop } from './shop.server.ts';

/**
 * Returns the current secret, which signs and encrypts, and then the former ones. A demo creates its own secret; a live
 * shop must have one.
 */
export function sessionSecrets({ config }: Pick<Shop, 'config'>): readonly [string, ...string[]] {
  if (!config.sessionSecret) throw new Error('The shop was opened without a session secret');
  return [config.sessionSecret, ...config.earlierSessionSecrets];
}
