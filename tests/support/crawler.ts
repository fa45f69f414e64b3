import { readFileSync } from 'node:fs';
import routes from '#app/routes.ts';
import { fieldsOf } from './html.ts';

export type FoundForm = { path: string; fields: [name: string, value: string][] };
export type Found = { forms: FoundForm[]; fieldNames: string[]; queryNames: string[] };

/** Existing values for a parameter, by its name or by its path and name (`orders/id`); `*` is the rest. */
export type Values = Readonly<Record<string, readonly string[]>>;

export function routePaths(): string[] {
  const pathsOf = (entries: readonly (typeof routes)[number][], under: string): string[] =>
    entries.flatMap((entry) => {
      const path = entry.path === undefined ? under : `${under}/${entry.path}`;
      const whole = path.endsWith('?') ? [path.replace(/\/[^/]*$/, ''), path.slice(0, -1)] : [path || '/'];
      return [...whole, ...pathsOf(entry.children ?? [], path)];
    });
  return [...new Set(pathsOf(routes, ''))];
}

const encode = (text: string) => encodeURIComponent(text.toWellFormed());

export function serverPaths(): string[] {
  const source = ['health', 'files']
    .map((name) => readFileSync(new URL(`../../server/middleware/${name}.ts`, import.meta.url), 'utf8'))
    .join('\n');
  const own = [...source.matchAll(/\.get\('(\/[^'*]*)'/g)].map(([, path = '']) => path);
  return [...own, '/assets/*', '/service-worker.js', '/favicon.ico'];
}

const PARAMETER = /([^/]*)\/(?::(\w+)|\*)/g;

const realValuesOf = (path: string, ids: readonly string[], values: Values) =>
  [...path.matchAll(PARAMETER)].map(([, before, name = '*']) => values[`${before}/${name}`] ?? values[name] ?? ids);

export function addressesOf(path: string, ids: readonly string[], values: Values): string[] {
  const real = realValuesOf(path, ids, values);
  return Array.from({ length: Math.max(1, ...real.map(({ length }) => length)) }, (_, n) => {
    const left = real.map((of) => of[n % of.length]!);
    return path.replace(
      PARAMETER,
      (_, before: string) => `${before}/${left.shift()!.split('/').map(encode).join('/')}`,
    );
  });
}

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

const SIGNED_COOKIES = ['', '__Host-', '__Secure-'].flatMap((before) => [
  `${before}bisvar.session_token`,
  `${before}bisvar.two_factor`,
]);
const COOKIES = [
  ...SIGNED_COOKIES, 'device', '__Host-device', 'has_script', 'guest_cart', 'guest_wishlist', 'guest_answers', 'flash', 'appliedCoupon',
  'cookie_choice', 'dismissed_offer', 'delivery_pin', 'commission', 'tracked', 'inspiration_key', 'whatsapp_language',
]; // prettier-ignore
const SIGNATURES = ['x-razorpay-signature', 'x-razorpay-event-id', 'authorization', 'x-fake-signature'];

export type HostileRequest = { method: string; path: string; headers: Record<string, string>; body?: BodyInit };

export function hostileRequests(
  random: () => number,
  found: Found,
  { ids, values }: { ids: readonly string[]; values: Values },
) {
  const isDrawn = (chance: number) => random() < chance;
  const draw = <Value>(of: readonly Value[]): Value => of[Math.floor(random() * of.length)]!;
  const value = () => (isDrawn(0.25) ? draw(ids) : isDrawn(0.1) ? '1' : draw(HOSTILE));

  const realAddress = (path: string) => draw(addressesOf(path, ids, values));
  const fillIn = (path: string) => {
    if (isDrawn(0.65)) return realAddress(path);
    const filled = path.replace(
      PARAMETER,
      (_, before: string) => `${before}/${encode(isDrawn(0.5) ? draw(ids) : draw(HOSTILE))}`,
    );
    return filled.replaceAll('%25', () => (isDrawn(0.5) ? '%' : '%25'));
  };
  const query = (names: readonly string[]) =>
    `?${Array.from({ length: 1 + Math.floor(random() * 3) }, () => `${draw(names)}=${encode(value().slice(0, 2_000))}`).join('&')}`;

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
  const posted = (path: string, headers: Record<string, string>, fields: FoundForm['fields']): HostileRequest => {
    const isForMachines = path.startsWith('/api/');
    if (isForMachines && isDrawn(0.5)) headers[draw(SIGNATURES)] = encode(draw(HOSTILE));
    const { body, type } = isForMachines && isDrawn(0.5) ? jsonOf(fields, draw, random) : bodyOf(fields, draw, random);
    return { method: 'POST', path, headers: type ? { ...headers, 'content-type': type } : headers, body };
  };

  return {
    everyWayTo: (path: string): HostileRequest[] => {
      const address = realAddress(path);
      return [address, dataOf(address)].flatMap((path) => [
        { method: 'GET', path, headers: { accept: 'text/html' } },
        posted(path, { accept: 'text/html' }, madeUpFields()),
      ]);
    },
    drawn: (paths: readonly string[]): HostileRequest => {
      const form = isDrawn(0.5) ? draw(found.forms) : undefined;
      const [plain = '', ownQuery] = (form?.path ?? fillIn(draw(paths))).split('?');
      const asData = isDrawn(0.75);
      const search = isDrawn(0.15) ? query(found.queryNames) : ownQuery === undefined ? '' : `?${ownQuery}`;
      const path = (asData ? dataOf(plain) : plain) + search;
      const headers: Record<string, string> = { accept: isDrawn(0.5) ? 'text/html' : '*/*' };
      if (isDrawn(0.05)) headers.cookie = `${draw(COOKIES)}=${encode(draw(HOSTILE))}`;
      const method =
        form || isDrawn(0.6)
          ? 'POST'
          : draw(['GET', 'GET', 'GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'HEAD']);
      if (method !== 'POST') return { method, path, headers };
      return posted(path, headers, form ? fieldsOfForm(form.fields) : madeUpFields());
    },
  };
}

const dataOf = (path: string) => (path === '/' ? '/_root.data' : `${path}.data`);

type Draw = <Value>(values: readonly Value[]) => Value;
type Body = { body?: BodyInit; type?: string };

function jsonOf(fields: FoundForm['fields'], draw: Draw, random: () => number): Body {
  const values = fields.map(([name, value]) => [
    name,
    random() < 0.7 ? value : draw([null, 0, -1, 1e308, true, [], [value], {}, { [name]: value }]),
  ]);
  const sent: unknown = random() < 0.85 ? Object.fromEntries(values) : draw([null, 1, 'x', [], [values], { data: {} }]);
  return { type: 'application/json', body: JSON.stringify(sent) };
}

function bodyOf(fields: FoundForm['fields'], draw: Draw, random: () => number): Body {
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
  return draw<Body>([
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
