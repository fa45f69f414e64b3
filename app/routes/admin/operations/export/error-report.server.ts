import { formatMoment } from '#app/basics/india.ts';
import { listMessages } from '#app/modules/messaging/messages/messages.server.ts';
import { recentErrors } from '#app/platform/log.server.ts';
import { deadLetters } from '#app/platform/outbox/outbox.server.ts';
import { ownerOnly, type Shop } from '#app/platform/shop.server.ts';

/** Returns a report without personal data, amounts or secrets. Owners only. */
export async function writeErrorReport(shop: Shop): Promise<string> {
  ownerOnly(shop);
  const [events, { messages }] = await Promise.all([deadLetters(shop), listMessages(shop, { state: 'failed' })]);
  const { config } = shop;
  const isSet = (value: unknown) => (value === undefined ? 'not set' : 'set');
  return [
    `Error report of ${formatMoment(shop.now)} (${shop.now.toISOString()})`,
    section('The shop', [
      `mode: ${config.mode}`,
      `Node: ${process.version}, ${process.platform} ${process.arch}`,
      `running for: ${Math.round(process.uptime() / 60)} minutes, ${Math.round(process.memoryUsage.rss() / 1024 / 1024)} MB`,
      `database: ${config.databaseUrl === undefined ? 'embedded' : 'PostgreSQL'}`,
      `processes: ${config.processes}`,
      `mail: ${isSet(config.smtpUrl)}, WhatsApp: ${isSet(config.whatsapp)}, Google: ${isSet(config.google)}`,
      `gateways: ${Object.keys(config.gateways).join(', ') || 'none'}`,
      `behind a proxy: ${config.trustProxy ? 'yes' : 'no'}`,
    ]),
    section(
      'Given up',
      events.map(
        ({ name, id, requestId, lastError, createdAt }) =>
          `${createdAt.toISOString()} ${name} ${id}, request ${requestId ?? 'none'}: ${withoutPeople(lastError)}`,
      ),
    ),
    section(
      'Messages that failed, the latest',
      messages.map(
        ({ id, channel, template, attempts, lastError, createdAt }) =>
          `${createdAt.toISOString()} ${channel} ${template} ${id}, ${attempts} tries: ${withoutPeople(lastError ?? '')}`,
      ),
    ),
    section(
      'Errors of this process, the latest first',
      recentErrors().map(
        ({ at, message, request, path, error }) =>
          `${at.toISOString()} ${message}${path ? ` at ${path}` : ''}${request ? `, request ${request}` : ''}${error ? `: ${withoutPeople(error)}` : ''}`,
      ),
    ),
  ].join('\n\n');
}

const section = (title: string, lines: readonly string[]): string =>
  [title, '-'.repeat(title.length), ...(lines.length > 0 ? lines : ['nothing'])].join('\n');

const withoutPeople = (text: string): string =>
  text
    .replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '(e-mail)')
    .replace(/\+?\d[\d ]{8,}\d/g, '(number)')
    .replace(/"[^"\n]{1,200}"|“[^”\n]{1,200}”/g, '“…”')
    .slice(0, 500);
