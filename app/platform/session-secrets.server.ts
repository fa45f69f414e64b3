import type { Shop } from './shop.server.ts';

/**
 * The shop's secrets: the present one first, which signs and encrypts all that is new, then the earlier ones that the settings still list,
 * by which what was made before is known too. Demo makes its secret at its first start (open-shop), live refuses to start without.
 */
export function sessionSecrets({ config }: Pick<Shop, 'config'>): readonly [string, ...string[]] {
  if (!config.sessionSecret) throw new Error('The shop was opened without a session secret');
  return [config.sessionSecret, ...config.earlierSessionSecrets];
}
