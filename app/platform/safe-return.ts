/**
 * The way back that a form or a link asked for, or `otherwise` when it leads out of the shop (T12): one slash first, no
 * second one and no backslash after it, no control characters, and after parsing still our own origin.
 */
export function safeReturn(wanted: unknown, otherwise = '/'): string {
  if (typeof wanted !== 'string' || wanted.length > 2000) return otherwise;
  if (!/^\/(?![/\\])/.test(wanted) || /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\\]/u.test(wanted)) return otherwise;
  const ours = 'https://shop.invalid';
  const parsed = URL.parse(wanted, ours);
  if (parsed?.origin !== ours || parsed.pathname.startsWith('//')) return otherwise;
  return parsed.pathname + parsed.search + parsed.hash;
}
