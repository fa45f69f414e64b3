import type { PoolClient } from 'pg';
import { Connections } from '#app/platform/database/connections.server.ts';
import type { Draws } from './draws.ts';
import { type Life, lives, type Machine, ProcessDied, soon } from './machine.ts';

type Strand = { life: Life; go: () => void; die: (error: ProcessDied) => void };
/** The process dies before the statement is sent, or between its execution and the answer. */
type Death = { inStatements: number; when: 'before' | 'after' };

export type Turns = ReturnType<typeof takeTurns>;

/**
 * Transactions and single statements wait for a turn, and the seed decides which is next. The simulation’s own queries
 * do not wait.
 */
export function takeTurns(machine: Machine, draws: Draws) {
  const waiting: Strand[] = [];
  const momentOf = new WeakMap<PoolClient, number>();
  let lent: PoolClient | undefined;
  let onChange: () => void = () => {};
  let death: Death | undefined;
  let isCrashing = false;
  let statementCount = 0;

  const connect = Connections.prototype.connect as (this: Connections) => Promise<PoolClient>;
  machine.replace(Connections.prototype, 'connect', async function (this: Connections) {
    const life = lives.getStore();
    if (!life) return connect.call(this);
    if (life.isOver || isCrashing) throw new ProcessDied();
    await new Promise<void>((go, die) => waiting.push({ life, go, die }));
    let client: PoolClient;
    try {
      client = await connect.call(this);
    } catch (error) {
      giveBack();
      throw error;
    }
    lent = client;
    if (momentOf.get(client) !== machine.now()) {
      momentOf.set(client, machine.now());
      await client.query(`set simulation.now = '${new Date().toISOString()}'`);
    }
    const release = client.release.bind(client);
    const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>;
    Object.assign(client, {
      query: (...given: unknown[]) => watchStatement(life, () => query(...given)),
      release: (error?: boolean) => {
        delete (client as Partial<PoolClient>).query;
        // A dead process’s connection is closed, so the next process gets a new session.
        release(error === true || life.isOver || isCrashing);
        giveBack();
      },
    });
    return client;
  });

  function giveBack() {
    lent = undefined;
    onChange();
  }

  async function watchStatement(life: Life, send: () => Promise<unknown>): Promise<unknown> {
    if (life.isOver || isCrashing) throw new ProcessDied();
    statementCount += 1;
    if (!death || (death.inStatements -= 1) > 0) return send();
    const { when } = death;
    death = undefined;
    if (when === 'after') await send().catch(() => {});
    isCrashing = true;
    throw new ProcessDied();
  }

  return {
    isLent: () => lent !== undefined,
    isCrashing: () => isCrashing,
    statementCount: () => statementCount,
    dieSoon: (when: Death) => void (death = when),
    async settle(): Promise<void> {
      for (;;) {
        await machine.rest();
        if (isCrashing || waiting.length === 0) return;
        const [next] = waiting.splice(draws.below(waiting.length), 1);
        const changed = new Promise<void>((resolve) => (onChange = resolve));
        next!.go();
        await soon('a transaction', changed);
        onChange = () => {};
      }
    },
    async endLife(life: Life): Promise<void> {
      life.isOver = true;
      death = undefined;
      for (const strand of waiting.splice(0)) strand.die(new ProcessDied());
      machine.stopTimersOf(life);
      await machine.rest();
      isCrashing = false;
    },
  };
}
