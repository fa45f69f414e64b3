import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export type MailServer = {
  url: string;
  received: { from: string; to: string[]; raw: string }[];
  /** The next recipient gets this answer instead of a yes; `always` until told otherwise. */
  answerNext(code: number, message: string): void;
  answerAlways(code: number, message: string): void;
  stop(): Promise<void>;
};

/**
 * A real SMTP server on a free port of this machine; `host` is the address it listens at; with `headersOnly` it forgets what stands below
 * them. `stop` may be called twice.
 */
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
  // A client that goes away in the middle is this server's daily life, not an error of the test.
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
