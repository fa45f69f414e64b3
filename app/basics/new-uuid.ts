/** A random UUID, also in the browser of who opens a shop without https, where `crypto.randomUUID` isn't there. */
export function newUuid(): string {
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0'));
  return hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
