import { AsyncResource } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { type Connections } from './connections.server.ts';
import { ShopClient } from '#app/platform/database/clients.server.ts';
import type { Log } from './log.server.ts';

export type OnNotice = (payload: string) => void;
export type Listen = (channel: string, onNotice: OnNotice, onLost?: () => void) => Promise<() => Promise<void>>;
export type Notices = {
  listen: Listen;
  close(): Promise<void>;
};

const connectWithinMillis = 5_000;
const heartbeatMillis = 5_000;

const listenTo = (channel: string) => `listen ${pg.escapeIdentifier(channel)}`;
const unlistenTo = (channel: string) => `unlisten ${pg.escapeIdentifier(channel)}`;

class Listeners {
  /**
   * Listeners run outside the sender's context, because a notification must not seem to be part of the sender's
   * transaction.
   */
  #byChannel = new Map<string, Map<OnNotice, OnNotice>>();
  #onLost = new Set<() => void>();
  #log: Log;

  constructor(log: Log) {
    this.#log = log;
  }

  channels() {
    return [...this.#byChannel.keys()];
  }

  add(channel: string, onNotice: OnNotice, onLost?: () => void) {
    if (onLost) this.#onLost.add(onLost);
    const all = this.#byChannel.get(channel) ?? new Map<OnNotice, OnNotice>();
    this.#byChannel.set(channel, all.set(onNotice, AsyncResource.bind(onNotice)));
  }

  remove(channel: string, onNotice: OnNotice, onLost?: () => void) {
    if (onLost) this.#onLost.delete(onLost);
    const all = this.#byChannel.get(channel);
    if (!all?.delete(onNotice) || all.size > 0) return false;
    return this.#byChannel.delete(channel);
  }

  lose() {
    for (const onLost of this.#onLost) onLost();
  }

  notify(channel: string, payload: string) {
    for (const onNotice of this.#byChannel.get(channel)?.values() ?? []) {
      try {
        onNotice(payload);
      } catch (error) {
        // A failed listener must not close the connection that other listeners share.
        this.#log.error({ err: error, channel }, 'a listener of the database failed');
      }
    }
  }
}

export function noticesOfSession(
  connections: Connections,
  log: Log,
): Pick<Notices, 'listen'> & { prepare(client: pg.ClientBase): Promise<void> } {
  const listeners = new Listeners(log);
  return {
    async prepare(client) {
      client.on('notification', ({ channel, payload }) => listeners.notify(channel, payload ?? ''));
      const channels = listeners.channels();
      if (channels.length > 0) await client.query(channels.map(listenTo).join(';'));
    },
    async listen(channel, onNotice, onLost) {
      listeners.add(channel, onNotice, onLost);
      await connections.query(listenTo(channel));
      return async () => {
        if (listeners.remove(channel, onNotice, onLost)) await connections.query(unlistenTo(channel));
      };
    },
  };
}

/**
 * Listens on a separate connection. After a reconnection, every listener gets an empty payload, because notifications
 * may be missing.
 */
export function noticesOfServer(settings: pg.ClientConfig, log: Log): Notices {
  const listeners = new Listeners(log);
  const closing = new AbortController();
  let current: Promise<pg.Client> | undefined;
  let isLost = false;

  const open = async () => {
    const client = new ShopClient({
      ...settings,
      connectionTimeoutMillis: connectWithinMillis,
      pipeline: true,
      isServer: true,
    } as ConstructorParameters<typeof ShopClient>[0]);
    client.on('notification', ({ channel, payload }) => listeners.notify(channel, payload ?? ''));
    client.on('error', (error) => log.warn({ err: error }, 'the database connection for notices was lost'));
    await client.connect();
    try {
      // A standby refuses LISTEN.
      const channels = listeners.channels();
      await (client.query(['select 1', ...channels.map(listenTo)].join(';')) as Promise<unknown>);
    } catch (error) {
      void client.end();
      throw error;
    }
    // Without a heartbeat, a connection that only listens would not notice a lost server.
    const heartbeat = setInterval(
      () => void (client.query('select 1') as Promise<unknown>).catch(() => {}),
      heartbeatMillis,
    ).unref();
    client.once('end', () => {
      clearInterval(heartbeat);
      if (closing.signal.aborted) return;
      isLost = true;
      listeners.lose();
      current = reopen();
    });
    return client;
  };

  const reopen = async (): Promise<pg.Client> => {
    for (let pauseMillis = 100; ; pauseMillis = Math.min(pauseMillis * 2, 2_000)) {
      await wait(pauseMillis, undefined, { signal: closing.signal });
      try {
        const client = await open();
        isLost = false;
        for (const channel of listeners.channels()) listeners.notify(channel, '');
        return client;
      } catch (error) {
        log.warn({ err: error }, 'the database connection for notices could not be opened again');
      }
    }
  };

  const send = async (text: string) => {
    current ??= open().catch((error: unknown) => {
      current = undefined;
      throw error;
    });
    await (await current).query(text);
  };

  return {
    async listen(channel, onNotice, onLost) {
      listeners.add(channel, onNotice, onLost);
      await send(listenTo(channel));
      return async () => {
        const isLast = listeners.remove(channel, onNotice, onLost);
        if (isLast && !isLost && !closing.signal.aborted) await send(unlistenTo(channel));
      };
    },
    async close() {
      closing.abort();
      await current?.then(
        (client) => client.end(),
        () => {},
      );
    },
  };
}
