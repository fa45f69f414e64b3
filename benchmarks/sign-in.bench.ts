// A wrong password must take the same time for known and unknown addresses.
import { bothDatabases } from '#tests/support/both-databases.ts';
import { openRequestShop } from '#tests/support/request-shop.ts';
import { databaseName, type Figure, median, saveFigures } from './figures.ts';

const ROUNDS = 3;
const TRIES = 150;

const figures: Figure[] = [];
for (const [kind, open] of bothDatabases) {
  const shop = await openRequestShop({ LOG_LEVEL: 'silent' }, open);
  // Attempts are limited, so each one uses another account and address.
  let visitors = 0;
  const visitor = () => shop.visitor(`198.18.${(visitors += 1) >> 8}.${visitors & 255}`);
  const refuse = async (email: string) => {
    const from = visitor();
    const began = performance.now();
    const answer = await from.ask('/api/auth/sign-in/email', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: 'not-the-password' }),
    });
    await answer.text();
    const took = performance.now() - began;
    if (answer.status !== 401) throw new Error(`not refused as it should be: ${answer.status}`);
    return took;
  };
  const rounds: { known: number; unknown: number }[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const took = { known: [] as number[], unknown: [] as number[] };
    for (let number = 0; number < TRIES; number += 1) {
      const person = `ila.${round}.${number}`;
      const { email } = await visitor().signUpAs(person);
      const tries = { known: email, unknown: `nobody.${round}.${number}@example.in` };
      const order = number % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
      for (const which of order) took[which].push(await refuse(tries[which]));
    }
    if (round > 0) rounds.push({ known: median(took.known), unknown: median(took.unknown) });
  }
  await shop.close();
  figures.push({
    figure: `a wrong password for an address with an account, ${databaseName(kind)}`,
    value: median(rounds.map(({ known }) => known)),
    unit: 'ms',
    reference: { name: 'an address without one', value: median(rounds.map(({ unknown }) => unknown)) },
    ratio: median(rounds.map(({ known, unknown }) => known / unknown)),
    target: '1 ×, by 3 % at most',
  });
}
await saveFigures('sign-in', figures);
process.exit(0);
