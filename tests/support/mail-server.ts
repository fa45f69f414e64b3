import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { expect } from 'vitest';

export type MailServer = {
  url: string;
  received: { from: string; to: string[]; raw: string }[];
  answerNext(code: number, message: string): void;
  answerAlways(code: number, message: string): void;
  stop(): Promise<void>;
};

/** `headersOnly` omits bodies. `stop` may be called twice. */
export async function startMailServer({ host = '127.0.0.1', headersOnly = false } = {}): Promise<MailServer> {
  const received: MailServer['received'] = [];
  let answer: { code: number; message: string; always: boolean } | undefined;
  const server = new SMTPServer({
    authOptional: true,
    closeTimeout: 100,
    disabledCommands: ['STARTTLS'],
    onRcptTo(_address, _session, done) {
      if (!answer) return done();
      const { code, message, always } = answer;
      if (!always) answer = undefined;
      done(Object.assign(new Error(message), { responseCode: code }));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        const raw = Buffer.concat(chunks).toString('utf8');
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map((each) => each.address),
          raw: headersOnly ? raw.slice(0, raw.indexOf('\r\n\r\n')) : raw,
        });
        done();
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.server.address() as AddressInfo;
  let stopping: Promise<void> | undefined;
  return {
    url: `smtp://${host}:${port}`,
    received,
    answerNext: (code, message) => {
      answer = { code, message, always: false };
    },
    answerAlways: (code, message) => {
      answer = { code, message, always: true };
    },
    stop: () => (stopping ??= new Promise((resolve) => server.close(() => resolve()))),
  };
}

export async function waitForMail(server: MailServer, to: string, text: RegExp): Promise<string> {
  const found = () =>
    server.received
      .filter((mail) => mail.to.includes(to))
      .map(({ raw }) => textOf(raw))
      .findLast((mail) => text.test(mail));
  await expect.poll(found, { timeout: 60_000 }).toBeDefined();
  return found()!;
}

const textOf = (raw: string): string =>
  raw
    .slice(raw.indexOf('\r\n\r\n'))
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
