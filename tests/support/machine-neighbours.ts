// The network services of a bare machine: a package proxy and an ACME certificate authority.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { Agent, createServer as createTlsServer, request as tlsRequest } from 'node:https';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '#scripts/machine.mjs';

const run = promisify(execFile);

export type Neighbour = { stop(): Promise<void> };

export async function startProxy(host: string): Promise<Neighbour & { url: string }> {
  const server = createServer((asked, answer) => {
    const passedOn = request(asked.url!, { method: asked.method, headers: asked.headers }, (came) => {
      answer.writeHead(came.statusCode!, came.headers);
      came.pipe(answer);
    });
    passedOn.on('error', () => answer.destroy());
    asked.pipe(passedOn);
  });
  const tunnels = new Set<Duplex>();
  server.on('connect', (asked, client, head) => {
    tunnels.add(client);
    client.on('close', () => tunnels.delete(client));
    const [name, port] = asked.url!.split(':');
    const target = connect(Number(port), name, () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      target.write(head);
      target.pipe(client).pipe(target);
    });
    target.on('error', () => client.destroy());
    client.on('error', () => target.destroy());
  });
  server.listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const stop = () => {
    for (const tunnel of tunnels) tunnel.destroy();
    return closeServer(server);
  };
  return { url: `http://${host}:${port}`, stop };
}

export const AUTHORITY = 'acme-v02.api.letsencrypt.org';
export const AUTHORITY_PROGRAMS = ['openssl', 'pebble', 'pebble-challtestsrv'];

/**
 * An ACME authority at its own address that resolves every name to `machine`. `roots` are the certificates to trust.
 */
export async function startAuthority(
  directory: string,
  { host, machine }: { host: string; machine: string },
): Promise<Neighbour & { roots: string[] }> {
  const path = (name: string) => join(directory, name);
  const openssl = (...args: string[]) => run('openssl', args, { cwd: directory });
  const key = ['-newkey', 'rsa:2048', '-nodes', '-days', '7'];
  await openssl('req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.pem', '-subj', '/CN=The authority’s own');
  await openssl('req', ...key, '-keyout', 'own.key', '-out', 'own.csr', '-subj', `/CN=${AUTHORITY}`);
  await writeFile(path('names'), `subjectAltName=DNS:${AUTHORITY},DNS:localhost,IP:127.0.0.1\n`);
  const signed = ['x509', '-req', '-in', 'own.csr', '-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial'];
  await openssl(...signed, '-days', '7', '-extfile', 'names', '-out', 'own.pem');

  const [acme, management, dns, dnsManagement] = await Promise.all([0, 0, 0, 0].map(() => freePort('127.0.0.1')));
  const pebble = {
    listenAddress: `127.0.0.1:${acme}`,
    managementListenAddress: `127.0.0.1:${management}`,
    certificate: path('own.pem'),
    privateKey: path('own.key'),
    httpPort: 80,
    tlsPort: 443,
    ocspResponderURL: '',
    externalAccountBindingRequired: false,
  };
  await writeFile(path('pebble.json'), JSON.stringify({ pebble }));
  const start = (program: string, args: string[]) =>
    spawn('setpriv', ['--pdeathsig', 'KILL', program, ...args], {
      stdio: 'ignore',
      env: { PATH: process.env.PATH, PEBBLE_VA_NOSLEEP: '1', PEBBLE_WFE_NONCEREJECT: '0' },
    });
  const programs = [
    start('pebble-challtestsrv', [
      '-defaultIPv4',
      machine,
      '-defaultIPv6',
      '',
      '-dns01',
      `127.0.0.1:${dns}`,
      '-http01',
      '',
      '-https01',
      '',
      '-tlsalpn01',
      '',
      '-management',
      `127.0.0.1:${dnsManagement}`,
    ]),
    start('pebble', ['-config', path('pebble.json'), '-dnsserver', `127.0.0.1:${dns}`]),
  ];
  const agent = new Agent({ ca: await readFile(path('ca.pem')) });
  // Pebble’s directory has another path than the public authority’s.
  const front = createTlsServer(
    { key: await readFile(path('own.key')), cert: await readFile(path('own.pem')) },
    (asked, answer) => {
      const passedOn = tlsRequest(
        {
          agent,
          host: '127.0.0.1',
          port: acme,
          path: asked.url === '/directory' ? '/dir' : asked.url,
          method: asked.method,
          headers: asked.headers,
        },
        (came) => {
          answer.writeHead(came.statusCode!, came.headers);
          came.pipe(answer);
        },
      );
      passedOn.on('error', () => answer.destroy());
      asked.pipe(passedOn);
    },
  );
  front.listen(443, host);
  const stop = async () => {
    await closeServer(front);
    for (const program of programs) {
      if (program.exitCode === null && program.kill('SIGKILL')) await once(program, 'exit');
    }
    agent.destroy();
  };
  try {
    await once(front, 'listening');
    const root = await untilAnswered(`https://127.0.0.1:${management}/roots/0`, agent);
    return { roots: [await readFile(path('ca.pem'), 'utf8'), root], stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function untilAnswered(url: string, agent: Agent): Promise<string> {
  for (let tries = 0; ; tries++) {
    try {
      return await new Promise<string>((resolve, reject) => {
        const asked = tlsRequest(url, { agent }, (came) => {
          let text = '';
          came.on('data', (part: Buffer) => (text += part.toString()));
          came.on('end', () => resolve(text));
        });
        asked.on('error', reject).end();
      });
    } catch (error) {
      if (tries === 300) throw error;
      await wait(100);
    }
  }
}

async function closeServer(server: { close(done: () => void): unknown; closeAllConnections(): void }): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
}
