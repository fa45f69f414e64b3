import { createHash } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export type BreachedPasswordsStandIn = Awaited<ReturnType<typeof openBreachedPasswordsStandIn>>;
type Answer = { status: number; body: string } | 'hang' | 'drop' | 'cut-off';

const hashOf = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase();
const otherSuffix = () => hashOf(crypto.randomUUID()).slice(5);

export async function openBreachedPasswordsStandIn({
  breached,
  padding = [],
}: {
  breached: string[];
  padding?: string[];
}) {
  const asked: { path: string; headers: IncomingHttpHeaders }[] = [];
  const next: Answer[] = [];
  const linesOf = (prefix: string): string[] => {
    const suffixes = (passwords: string[]) =>
      passwords.flatMap((password) => (hashOf(password).startsWith(prefix) ? [hashOf(password).slice(5)] : []));
    return [
      ...suffixes(breached).map((suffix) => `${suffix}:3`),
      `${otherSuffix()}:22390492`,
      ...[...suffixes(padding), ...Array.from({ length: 800 }, otherSuffix)].map((suffix) => `${suffix}:0`),
    ].sort();
  };
  const server = createServer(({ url = '', headers }, response) => {
    asked.push({ path: url, headers });
    const prefix = /^\/range\/([0-9A-F]{5})$/.exec(url)?.[1];
    const answer =
      next.shift() ??
      (prefix ? { status: 200, body: linesOf(prefix).join('\r\n') } : { status: 400, body: 'not a range' });
    if (answer === 'hang') return;
    if (answer === 'drop') return void response.destroy();
    if (answer === 'cut-off') {
      response.writeHead(200, { 'content-length': '40000' });
      return void response.write(`${otherSuffix()}:1`, () => response.destroy());
    }
    response.writeHead(answer.status, { 'content-type': 'text/plain', location: '/elsewhere' }).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    answerNext: (...answers: Answer[]) => void next.push(...answers),
    reset: () => {
      asked.length = 0;
      next.length = 0;
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
