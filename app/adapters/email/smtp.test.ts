import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Mail } from '#app/modules/messaging/messages/provider.ts';
import { startMailServer, type MailServer } from '#tests/support/mail-server.ts';
import { smtpEmail } from './smtp.server.ts';

let server: MailServer;
let email: ReturnType<typeof smtpEmail>;

const mail = (changes: Partial<Mail> = {}): Mail => ({
  id: '0b0f7c52-6f0e-4a53-9d3f-a3d1b2c4e5f6',
  to: 'asha@example.com',
  subject: 'Order BV-7K3M-9QX2 placed: ₹8,636',
  text: 'Thank you, आशा',
  html: '<p>Thank you, आशा</p>',
  replyTo: 'hello@bisvar.example',
  ...changes,
});

beforeEach(async () => {
  server = await startMailServer();
  email = smtpEmail({ url: server.url, from: 'Bisvar <orders@bisvar.example>' });
});
afterEach(async () => {
  email.close();
  await server.stop();
});

describe('an email through an SMTP server', () => {
  test('arrives once with both bodies, sender, reply address and its id', async () => {
    expect(await email.send(mail())).toMatchObject({ state: 'sent', providerId: expect.stringContaining(mail().id) });
    expect(server.received).toHaveLength(1);
    const [{ from, to, raw }] = server.received as [(typeof server.received)[number]];
    expect({ from, to }).toEqual({ from: 'orders@bisvar.example', to: ['asha@example.com'] });
    expect(raw).toContain('From: Bisvar <orders@bisvar.example>');
    expect(raw).toContain('Reply-To: hello@bisvar.example');
    expect(raw).toContain(`Message-ID: <${mail().id}@bisvar.example>`);
    expect(raw).toContain('Content-Type: text/plain; charset=utf-8');
    expect(raw).toContain('Content-Type: text/html; charset=utf-8');
  });

  test('throws when the server asks to retry later or is missing', async () => {
    server.answerNext(450, 'Mailbox busy');
    await expect(email.send(mail())).rejects.toThrow('Mailbox busy');
    expect(server.received).toHaveLength(0);
    await server.stop();
    await expect(email.send(mail())).rejects.toThrow();
  });

  test.each([
    ['takes the connection and says nothing', ''],
    ['greets and then says nothing', '220 mail.test ESMTP\r\n'],
  ])('throws when the server %s, after its time', async (_how, greeting) => {
    const sockets = new Set<Socket>();
    const silent = createServer((socket) => {
      sockets.add(socket.on('error', () => {}));
      socket.write(greeting);
    });
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const patient = smtpEmail({ url: `smtp://127.0.0.1:${port}`, from: 'orders@bisvar.example', answersWithinMs: 200 });
    await expect(patient.send(mail())).rejects.toThrow(/timeout|never received/i);
    patient.close();
    for (const socket of sockets) socket.destroy();
    silent.close();
  });

  test('is refused permanently when the recipient does not exist', async () => {
    server.answerNext(550, 'No such user');
    expect(await email.send(mail())).toMatchObject({
      state: 'refused',
      reason: expect.stringContaining('No such user'),
    });
  });

  test.each([
    ['a line break in the recipient', { to: 'asha@example.com\r\nBcc: everybody@example.com' }],
    ['a second recipient', { to: 'asha@example.com, everybody@example.com' }],
    ['a name around the recipient', { to: 'Everybody <asha@example.com>' }],
    ['a line break in the subject', { subject: 'Order\r\nBcc: everybody@example.com' }],
    ['a lone line feed in the subject', { subject: 'Order\nBcc: everybody@example.com' }],
    ['a line break in the address for answers', { replyTo: 'a@example.com\nBcc: everybody@example.com' }],
  ])('refuses %s and sends nothing', async (_what, changes) => {
    expect(await email.send(mail(changes))).toMatchObject({ state: 'refused' });
    expect(server.received).toHaveLength(0);
  });

  test('rejects a sender that is not an email address', () => {
    expect(() => smtpEmail({ url: server.url, from: 'Bisvar' })).toThrow('MAIL_FROM');
    expect(() => smtpEmail({ url: server.url, from: 'a@b.example\r\nBcc: c@d.example' })).toThrow('MAIL_FROM');
  });
});
