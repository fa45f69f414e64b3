// Compares signed-in pages from two processes behind nginx with one process. Needs `wrk` and `nginx`.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { endWithProcess } from '#scripts/end-with-process.mjs';
import { freePort } from '#scripts/machine.mjs';
import { startPostgresServer } from '#tests/support/postgres-server.ts';
import { type Figure, median, saveFigures } from './figures.ts';
import { customerHeaders, startSampleShop } from './sample-shop.ts';
import { requestsPerSecond } from './wrk.ts';

const ROUNDS = 3;
const PAGES = { home: '/', gallery: '/gallery', artwork: '/artwork/himalayan-dawn' };

async function startNginx(port: number, upstreams: string[]) {
  const directory = await mkdtemp(join(tmpdir(), 'bisvar-nginx-'));
  const configuration = join(directory, 'nginx.conf');
  await writeFile(
    configuration,
    `daemon off;
pid ${directory}/pid;
error_log stderr error;
events {}
http {
  access_log off;
  upstream shop {
    ${upstreams.map((address) => `server ${new URL(address).host};`).join('\n    ')}
    keepalive 64;
  }
  server {
    listen ${port};
    location / {
      proxy_pass http://shop;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_next_upstream error timeout;
    }
  }
}
`,
  );
  await promisify(execFile)('nginx', ['-t', '-c', configuration, '-p', directory]);
  const nginx = spawn('nginx', ['-c', configuration, '-p', directory], { stdio: ['ignore', 'ignore', 'inherit'] });
  endWithProcess(nginx, 'SIGTERM');
  return async () => {
    if (nginx.kill()) await once(nginx, 'exit');
    await rm(directory, { recursive: true, force: true });
  };
}

const server = await startPostgresServer();
const databaseUrl = await server.createDatabase();
const [one, two] = [await freePort(), await freePort()];
const address = (port: number) => `http://localhost:${port}`;
const settings = { SHOP_URL: address(one), SESSION_SECRET: 'of a measurement, nobody else’s: 0123456789' };
// A process that made pictures stays slower, so the shop is restarted.
await (await startSampleShop({ databaseUrl, settings })).close();
const first = await startSampleShop({ databaseUrl, settings });
const second = await startSampleShop({ databaseUrl, settings });
const stopNginx = await Promise.all([
  startNginx(one, [first.address]),
  startNginx(two, [first.address, second.address]),
]);
const headers = await customerHeaders(address(one));
const figures: Figure[] = [];
for (const [page, path] of Object.entries(PAGES)) {
  const rateOf = (port: number) => requestsPerSecond(address(port) + path, { headers });
  for (const port of [one, two]) await rateOf(port);
  const rounds: { single: number; both: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push({ single: await rateOf(one), both: await rateOf(two) });
  figures.push({
    figure: `${page}, signed in, two processes`,
    value: median(rounds.map(({ both }) => both)),
    unit: '/s',
    reference: { name: 'one process', value: median(rounds.map(({ single }) => single)) },
    ratio: median(rounds.map(({ single, both }) => both / single)),
    target: 'at least 1.7 ×',
  });
}
await Promise.all(stopNginx.map((stop) => stop()));
await Promise.all([first.close(), second.close()]);
await server.stop();
await saveFigures('processes', figures);
