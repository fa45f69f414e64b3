import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findKnownWeaknesses, readAudit } from './known-weaknesses.mjs';

let registry;
let npm_config_cache;
// npm caches answers by advisory, so each test has its own cache.
beforeEach(async () => void (npm_config_cache = await mkdtemp(join(tmpdir(), 'bisvar-npm-'))));
afterEach(async () => {
  registry?.close();
  await rm(npm_config_cache, { recursive: true, force: true });
});

async function ask(answer) {
  registry = createServer((request, response) => {
    const { status = 200, body = {} } = answer(request);
    request.resume();
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(registry, 'listening');
  const npm_config_registry = `http://127.0.0.1:${registry.address().port}/`;
  return findKnownWeaknesses({ env: { npm_config_registry, npm_config_cache, npm_config_fetch_retries: '0' } });
}

const knowing =
  (severity) =>
  ({ method, url }) => {
    if (method !== 'POST') return { status: 404 };
    const weakness = {
      id: 1,
      url: 'https://weakness.example/1',
      title: 'Reads too much',
      severity,
      vulnerable_versions: '*',
    };
    return { body: url.endsWith('/advisories/bulk') ? { hono: [weakness] } : {} };
  };

test.each(['high', 'critical'])('fails on a known %s weakness of a served package, by name', async (severity) => {
  const { code, output } = await ask(knowing(severity));
  expect(output).toContain(`${severity}: hono: Reads too much https://weakness.example/1`);
  expect(code).toBe(1);
});

test('prints a less severe one and passes', async () => {
  expect(await ask(knowing('moderate'))).toMatchObject({ code: 0, output: expect.stringContaining('moderate: hono') });
});

test('packages without a known weakness pass', async () => {
  const { code, output } = await ask(() => ({}));
  expect(output).toMatch(/^[1-9]\d\d packages, 0 with a known vulnerability/);
  expect(code).toBe(0);
});

test('reports an unreachable registry, and never passes', async () => {
  const refused = await ask(() => ({ status: 405 }));
  expect(refused).toMatchObject({ code: 1, output: expect.stringMatching(/did not answer.*405/) });
  for (const output of ['', 'no JSON', '{}', '{"vulnerabilities":{},"metadata":{"dependencies":{"total":0}}}'])
    expect(readAudit(output)).toMatchObject({ code: 1, output: expect.stringContaining('did not answer') });
});
