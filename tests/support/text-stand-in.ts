import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type TextStandIn = Awaited<ReturnType<typeof openTextStandIn>>;
type Answer = { status: number; body: unknown } | 'hang' | 'drop' | 'cut-off';

const RIGHT = {
  msg91: { status: 200, body: { type: 'success', message: '3763646c3058373530393938' } },
  whatsapp: {
    status: 200,
    body: {
      messaging_product: 'whatsapp',
      contacts: [{ input: '919876543210', wa_id: '919876543210' }],
      messages: [{ id: 'wamid.HBgMOTE5ODc2NTQzMjEwFQIAERgS', message_status: 'accepted' }],
    },
  },
};

export async function openTextStandIn() {
  const asked: { path: string; headers: IncomingHttpHeaders; body: Record<string, unknown> }[] = [];
  const next: Answer[] = [];
  const send = (response: ServerResponse, { status, body }: Exclude<Answer, string>) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      const path = request.url ?? '';
      asked.push({ path, headers: request.headers, body: JSON.parse(body) as Record<string, unknown> });
      const answer = next.shift() ?? (path.startsWith('/api/v5/flow') ? RIGHT.msg91 : RIGHT.whatsapp);
      if (answer === 'drop') return response.destroy();
      if (answer === 'cut-off') {
        response.writeHead(200, { 'content-length': '400' });
        return void response.write('{"type"', () => response.destroy());
      }
      if (answer !== 'hang') send(response, answer);
    });
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
