import { createHash, timingSafeEqual } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { OpenedShop } from '#app/open-shop.server.ts';
import type { PageCache } from './page-cache.ts';

const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;
const QUANTILES = [0.5, 0.99, 1] as const;

type Sample = [labels: Record<string, string | number>, value: number];

export type Metrics = {
  recordRequest: (status: number, milliseconds: number) => void;
  write: () => Promise<string>;
  stop: () => void;
};

export function openMetrics({ shop, pageCache }: { shop: OpenedShop; pageCache: Pick<PageCache, 'totals'> }): Metrics {
  const requests = new Map<string, number>();
  const durations = BUCKETS.map(() => 0);
  let [count, seconds] = [0, 0];
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();

  return {
    recordRequest(status, milliseconds) {
      const group = `${Math.floor(status / 100)}xx`;
      requests.set(group, (requests.get(group) ?? 0) + 1);
      const took = milliseconds / 1000;
      BUCKETS.forEach((limit, i) => {
        if (took <= limit) durations[i]! += 1;
      });
      count += 1;
      seconds += took;
    },
    async write() {
      const { connections, events, failedMessages, backups, watch } = await shop.measure();
      const pages = pageCache.totals();
      const memory = process.memoryUsage();
      const blocks = [
        block(
          'bisvar_requests_total',
          'counter',
          'Requests by status, without those answered from the cache.',
          [...requests].map(([status, value]): Sample => [{ status }, value]),
        ),
        histogram('bisvar_request_duration_seconds', 'Time until the response began.', { durations, count, seconds }),
        block('bisvar_guest_pages_total', 'counter', 'Guest pages, sent from the cache or rendered for it.', [
          [{ from: 'memory' }, pages.fromMemory],
          [{ from: 'rendering' }, pages.rendered],
        ]),
        block('bisvar_guest_pages_bytes', 'gauge', 'Memory used by the page cache.', [[{}, pages.bytes]]),
        block('bisvar_outbox_events', 'gauge', 'Events that are waiting, late or undeliverable.', [
          [{ state: 'waiting' }, events.waiting],
          [{ state: 'late' }, events.late],
          [{ state: 'failed' }, events.failed],
        ]),
        block('bisvar_failed_messages', 'gauge', 'Messages that could not be sent.', [[{}, failedMessages]]),
        block('bisvar_database_connections', 'gauge', 'Pool connections, and requests waiting for one.', [
          [{ state: 'open' }, connections.open],
          [{ state: 'idle' }, connections.idle],
          [{ state: 'waiting' }, connections.waiting],
        ]),
        block(
          'bisvar_event_loop_delay_seconds',
          'gauge',
          'Since the last scrape.',
          QUANTILES.map((quantile): Sample => [
            { quantile },
            delay.count === 0 ? 0 : delay.percentile(quantile * 100) / 1e9,
          ]),
        ),
        block('bisvar_memory_bytes', 'gauge', 'Memory used by the process.', [
          [{ of: 'process' }, memory.rss],
          [{ of: 'heap' }, memory.heapUsed],
          [{ of: 'buffers' }, memory.arrayBuffers],
        ]),
        block('bisvar_up_seconds', 'gauge', 'Time since the process started.', [[{}, process.uptime()]]),
        ...(backups
          ? [
              block('bisvar_backups_sound', 'gauge', '1 while there is a recent backup without problems.', [
                [{}, backups.problem === undefined ? 1 : 0],
              ]),
              block(
                'bisvar_backup_timestamp_seconds',
                'gauge',
                'Time of the newest backup.',
                backups.newest ? [[{}, backups.newest.startedAt.getTime() / 1000]] : [],
              ),
            ]
          : []),
        ...watchBlocks(watch),
      ];
      delay.reset();
      return blocks.join('');
    },
    stop: () => delay.disable(),
  };
}

function watchBlocks({
  warnings,
  certificate,
  disks,
  gateways,
}: Awaited<ReturnType<OpenedShop['measure']>>['watch']): string[] {
  return [
    ...(certificate
      ? [
          block('bisvar_certificate_sound', 'gauge', '1 while the certificate has no problems.', [
            [{}, warnings.some(({ about }) => about === 'certificate') ? 0 : 1],
          ]),
          block(
            'bisvar_certificate_expiry_timestamp_seconds',
            'gauge',
            'When the certificate of the public address expires.',
            certificate.validUntil ? [[{}, certificate.validUntil.getTime() / 1000]] : [],
          ),
        ]
      : []),
    block(
      'bisvar_disk_free_bytes',
      'gauge',
      'Free space on the disks of DATA_DIR and BACKUP_DIR.',
      disks.flatMap(({ holds, freeBytes }) =>
        freeBytes === undefined ? [] : holds.map((of): Sample => [{ of }, freeBytes]),
      ),
    ),
    ...(gateways.length > 0
      ? [
          block(
            'bisvar_gateway_errors',
            'gauge',
            'Unprocessed webhooks, open differences, and 1 if not reconciled for two days.',
            gateways.flatMap(({ gateway, webhooks, differences, isUncompared }): Sample[] => [
              [{ gateway, of: 'webhooks' }, webhooks],
              [{ gateway, of: 'differences' }, differences],
              [{ gateway, of: 'comparison' }, isUncompared ? 1 : 0],
            ]),
          ),
        ]
      : []),
  ];
}

export function carriesToken(authorization: string | undefined, token: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(authorization ?? ''), hash(`Bearer ${token}`));
}

const lineOf = (name: string, [labels, value]: Sample): string => {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${text}"`);
  return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}\n`;
};

const headOf = (name: string, type: string, help: string) => `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;

const block = (name: string, type: 'counter' | 'gauge', help: string, samples: readonly Sample[]): string =>
  headOf(name, type, help) + samples.map((sample) => lineOf(name, sample)).join('');

const histogram = (
  name: string,
  help: string,
  { durations, count, seconds }: { durations: readonly number[]; count: number; seconds: number },
): string =>
  headOf(name, 'histogram', help) +
  [
    ...BUCKETS.map((limit, i) => lineOf(`${name}_bucket`, [{ le: limit }, durations[i]!])),
    lineOf(`${name}_bucket`, [{ le: '+Inf' }, count]),
    lineOf(`${name}_sum`, [{}, seconds]),
    lineOf(`${name}_count`, [{}, count]),
  ].join('');
