import routes from '#app/routes.ts';
import { fieldsOf } from './html.ts';

/** A form as a page shows it: where it posts to, and what it would send. */
export type FoundForm = { path: string; fields: [name: string, value: string][] };
/** What pages lead to: their forms, the names of their fields, and the names that stand in their addresses' queries. */
export type Found = { forms: FoundForm[]; fieldNames: string[]; queryNames: string[] };

/** Every path of the route table, with its parameters' names in it. */
export function routePaths(): string[] {
  const pathsOf = (entries: readonly (typeof routes)[number][], under: string): string[] =>
    entries.flatMap((entry) => {
      const path = entry.path === undefined ? under : `${under}/${entry.path}`;
      return [path || '/', ...pathsOf(entry.children ?? [], path)];
    });
  return [...new Set(pathsOf(routes, ''))];
}

/** What these pages lead to, once each. */
export function findIn(pages: readonly { path: string; html: string }[]): Found {
  const forms = new Map<string, FoundForm>();
  const fieldNames = new Set<string>();
  const queryNames = new Set<string>();
  for (const { path, html } of pages) {
    for (const [, query = ''] of html.matchAll(/href="[^"#?]*\?([^"#]*)/g))
      for (const name of new URLSearchParams(query.replaceAll('&amp;', '&')).keys()) queryNames.add(name);
    for (const [, open = '', content = ''] of html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)) {
      const fields = fieldsOf(content);
      for (const [, , name = ''] of content.matchAll(/<(textarea|button)\b[^>]*\sname="([^"]+)"/g))
        fields.push([name, 'x']);
      for (const [name] of fields) fieldNames.add(name);
      if (!/method="post"/i.test(open)) continue;
      const action = /\saction="([^"]*)"/.exec(open)?.[1]?.replaceAll('&amp;', '&').split('#')[0] ?? path;
      forms.set(`${action} ${fields.map(([name]) => name).join(' ')}`, { path: action, fields });
    }
  }
  return { forms: [...forms.values()], fieldNames: [...fieldNames], queryNames: [...queryNames] };
}

const HOSTILE = [
  '', ' ', '\0', 'a\0b', "'", "' or 1=1 --", '"; drop table orders; --', '<script>alert(1)</script>', '-1', '0', '0.5', '1e309', '9'.repeat(30),
  '2147483648', '9223372036854775808', '-0', 'NaN', 'Infinity', '٣', '../../etc/passwd', '%00', '%', '\ud800', '{"$gt":""}', '[]', '__proto__',
  'constructor', 'toString', 'a'.repeat(9_000), 'a'.repeat(20_000), '2026-02-30', '0000-00-00', '99999-01-01', '-271821-04-20', 'true', '👩🏽‍🎨',
  '\u202e', 'x\r\nX-Header: y', '1,2', '₹12', '12.345', 'null', 'undefined', '//evil.example', 'javascript:alert(1)', '00000000-0000-4000-8000-000000000000',
]; // prettier-ignore

const COOKIES = [
  'guest_cart',
  'guest_wishlist',
  'flash',
  'appliedCoupon',
  'cookie_choice',
  'dismissed_offer',
  'bisvar.session_token',
  'delivery_pin',
  'guest_answers',
  'bisvar.device',
];

export type HostileRequest = { method: string; path: string; headers: Record<string, string>; body?: BodyInit };

/** Makes requests that no page of the shop would send, from what was found and ids that are really there. */
export function hostileRequests(
  random: () => number,
  found: Found,
  { paths, ids }: { paths: readonly string[]; ids: readonly string[] },
): () => HostileRequest {
  const isDrawn = (chance: number) => random() < chance;
  const draw = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)]!;
  const value = () => (isDrawn(0.25) ? draw(ids) : isDrawn(0.1) ? '1' : draw(HOSTILE));
  const fillIn = (path: string) =>
    path
      .replace(/:\w+\??|\*/g, () => encodeURIComponent((isDrawn(0.8) ? draw(ids) : draw(HOSTILE)).toWellFormed()))
      .replaceAll('%25', () => (isDrawn(0.5) ? '%' : '%25'));
  const query = (names: readonly string[]) =>
    `?${Array.from({ length: 1 + Math.floor(random() * 3) }, () => `${draw(names)}=${encodeURIComponent(value().toWellFormed().slice(0, 2_000))}`).join('&')}`;

  const fieldsOfForm = (fields: FoundForm['fields']): FoundForm['fields'] => {
    const changed = fields
      .filter(() => !isDrawn(0.08))
      .map(([name, typed]): [string, string] => [name, isDrawn(0.25) ? value() : typed]);
    if (isDrawn(0.2)) changed.push([draw(found.fieldNames), value()]);
    if (isDrawn(0.05) && changed.length > 0) changed.push(draw(changed));
    return changed;
  };
  const madeUpFields = (): FoundForm['fields'] =>
    Array.from({ length: Math.floor(random() * 6) }, () => [draw(found.fieldNames), value()]);

  return () => {
    const form = isDrawn(0.5) ? draw(found.forms) : undefined;
    const [plain = '', ownQuery] = (form?.path ?? fillIn(draw(paths))).split('?');
    const asData = isDrawn(0.75);
    const search = isDrawn(0.15) ? query(found.queryNames) : ownQuery === undefined ? '' : `?${ownQuery}`;
    const path = (asData ? (plain === '/' ? '/_root.data' : `${plain}.data`) : plain) + search;
    const headers: Record<string, string> = { accept: isDrawn(0.5) ? 'text/html' : '*/*' };
    if (isDrawn(0.05)) headers.cookie = `${draw(COOKIES)}=${encodeURIComponent(draw(HOSTILE).toWellFormed())}`;
    const method =
      form || isDrawn(0.6) ? 'POST' : draw(['GET', 'GET', 'GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'HEAD']);
    if (method !== 'POST') return { method, path, headers };
    const fields = form ? fieldsOfForm(form.fields) : madeUpFields();
    return { method, path, headers, ...bodyOf(fields, draw, random) };
  };
}

/** Mostly a form as browsers send it; sometimes what they never send. */
function bodyOf(fields: FoundForm['fields'], draw: <Value>(values: readonly Value[]) => Value, random: () => number) {
  const drawn = random();
  if (drawn < 0.7) return { body: new URLSearchParams(fields) };
  if (drawn < 0.8) {
    const body = new FormData();
    for (const [name, value] of fields)
      if (random() < 0.2) body.append(name, new File([value], draw(HOSTILE).slice(0, 100)));
      else body.append(name, value);
    return { body };
  }
  if (drawn < 0.84) return {};
  return draw([
    { type: 'application/json', body: JSON.stringify(Object.fromEntries(fields)) },
    { type: 'application/json', body: '{"torn' },
    { type: 'text/plain', body: 'a=b' },
    { type: 'application/xml', body: '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>' },
    { type: 'multipart/form-data; boundary=torn', body: '--torn\r\nContent-Disposition: form-data; name="a"\r\n\r\nhalf' },
    { type: 'multipart/form-data', body: '--none' },
    { type: 'application/x-www-form-urlencoded', body: '%ff%fe=%00&=&a=%' },
    { type: 'nonsense', body: new Uint8Array([0, 255, 254, 0]) },
  ]); // prettier-ignore
}
