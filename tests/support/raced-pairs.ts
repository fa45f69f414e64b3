import fc from 'fast-check';

export type Write<Scene> = (scene: Scene) => Promise<unknown>;

type Pair = { start: string; first: string; second: string };
export type DrawnPairs = { drawn: Pair[]; ofAll: number };

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9));

/** `RACE_PAIRS` is a number or `all`, and `SEED` repeats a selection. */
export function drawPairs(possible: Record<string, readonly string[]>, count: number): DrawnPairs {
  const all = Object.entries(possible).flatMap(([start, names]) =>
    names.flatMap((first, at) => names.slice(at).map((second) => ({ start, first, second }))),
  );
  const asked = process.env.RACE_PAIRS ?? String(count);
  const length = asked === 'all' ? all.length : Math.min(Number(asked), all.length);
  const some = fc.shuffledSubarray(all, { minLength: length, maxLength: length });
  return { drawn: length === all.length ? all : fc.sample(some, { seed, numRuns: 1 })[0]!, ofAll: all.length };
}

export const timeFor = ({ drawn }: DrawnPairs): number => 60_000 + drawn.length * 20_000;

type Races<Scene> = {
  writes: Record<string, Write<Scene>>;
  /** Writes that run by themselves after the write with this name. */
  afterwards?: Record<string, Write<Scene>>;
  emptyShop: () => Promise<void>;
  makeScene: (start: string, nth: number) => Promise<Scene>;
  snapshotOf: (scene: Scene) => Promise<object>;
  findHarm: (scene: Scene) => Promise<string[]>;
};

/** Each pair needs three scenes with two people. */
const PAIRS_IN_A_SHOP = 9;

/** Races each pair, and compares outcome and answers with both serial orders. */
export async function racePairs<Scene>({ drawn, ofAll }: DrawnPairs, races: Races<Scene>): Promise<string> {
  const found: string[] = [];
  for (const [at, pair] of drawn.entries()) {
    const nth = at % PAIRS_IN_A_SHOP;
    if (nth === 0) await races.emptyShop();
    const problems = await racePair(pair, 3 * nth, races);
    if (problems.length > 0) found.push(`${pair.start}: ${pair.first} | ${pair.second}\n${problems.join('\n')}`);
  }
  console.log(`${drawn.length} of ${ofAll} pairs of writes raced (SEED=${seed} repeats them)`);
  return found.join('\n\n');
}

async function racePair<Scene>(
  { start, first, second }: Pair,
  nth: number,
  { writes, afterwards = {}, makeScene, snapshotOf, findHarm }: Races<Scene>,
): Promise<string[]> {
  const answerTo = (name: string, scene: Scene) => answerOf(writes[name]!, scene);
  const outcomeOf = async (answers: string[], scene: Scene) => {
    for (const name of [first, second]) await afterwards[name]?.(scene);
    return JSON.stringify({ answers, ...(await snapshotOf(scene)) });
  };
  // The previous sweep would find an earlier scene too.
  const one = await makeScene(start, nth);
  const forwards = await outcomeOf([await answerTo(first, one), await answerTo(second, one)], one);
  const two = await makeScene(start, nth + 1);
  const backwards = await outcomeOf([await answerTo(second, two), await answerTo(first, two)].toReversed(), two);
  const raced = await makeScene(start, nth + 2);
  const answers = await Promise.all([answerTo(first, raced), answerTo(second, raced)]);
  const atOnce = await outcomeOf(answers, raced);
  return [
    ...(atOnce === forwards || atOnce === backwards
      ? []
      : [`at once:   ${atOnce}\nforwards:  ${forwards}\nbackwards: ${backwards}`]),
    ...answers.filter((answer) => answer.startsWith('threw')),
    ...(await findHarm(raced)),
  ];
}

async function answerOf<Scene>(write: Write<Scene>, scene: Scene): Promise<string> {
  try {
    const answer = (await write(scene)) as { ok?: boolean; reason?: string } | undefined;
    return answer?.ok === false ? `refused: ${answer.reason}` : 'done';
  } catch (error) {
    return `threw ${(error as Error).name}: ${(error as Error).message}`;
  }
}

export async function bringTo<Scene>(writes: readonly Write<Scene>[], scene: Scene): Promise<void> {
  for (const write of writes) {
    const answer = await answerOf(write, scene);
    if (answer !== 'done') throw new Error(answer);
  }
}
