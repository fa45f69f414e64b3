import fc from 'fast-check';

/** Something that changes what a scene is about. */
export type Write<Scene> = (scene: Scene) => Promise<unknown>;

type Pair = { start: string; first: string; second: string };
export type DrawnPairs = { drawn: Pair[]; ofAll: number };

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9));

/**
 * Every two writes that can happen where things stand so, each beside itself too; of them so many by chance, or as `RACE_PAIRS` says: a
 * number, or `all`. `SEED` repeats a draw.
 */
export function drawPairs(possible: Record<string, readonly string[]>, count: number): DrawnPairs {
  const all = Object.entries(possible).flatMap(([start, names]) =>
    names.flatMap((first, at) => names.slice(at).map((second) => ({ start, first, second }))),
  );
  const asked = process.env.RACE_PAIRS ?? String(count);
  const length = asked === 'all' ? all.length : Math.min(Number(asked), all.length);
  const some = fc.shuffledSubarray(all, { minLength: length, maxLength: length });
  return { drawn: length === all.length ? all : fc.sample(some, { seed, numRuns: 1 })[0]!, ofAll: all.length };
}

/** How long all of them may take. */
export const timeFor = ({ drawn }: DrawnPairs): number => 60_000 + drawn.length * 20_000;

type Races<Scene> = {
  writes: Record<string, Write<Scene>>;
  /** What comes by itself in the end, whichever was first, where one of both was the write of this name. */
  afterwards?: Record<string, Write<Scene>>;
  emptyShop: () => Promise<void>;
  /** The same once more, of another customer, the `nth` since the shop was emptied: what is raced is shared with no other. */
  makeScene: (start: string, nth: number) => Promise<Scene>;
  /** All that stands in the database of a scene, without what is another for each: ids, numbers, times. */
  snapshotOf: (scene: Scene) => Promise<object>;
  /** What must never be, whatever was raced. */
  findHarm: (scene: Scene) => Promise<string[]>;
};

/** A shop has only so many people: three scenes of two each for a pair. */
const PAIRS_IN_A_SHOP = 9;

/**
 * Races each pair: what comes of both at the same moment, and what each is answered, is what comes of one after the other, in one order
 * or the other. Answers what is wrong, or nothing.
 */
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
  // Each is made when its turn comes: a sweep of the one before would reach it too.
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

/** What a write is answered: yes, the reason of its no, or what it throws. */
async function answerOf<Scene>(write: Write<Scene>, scene: Scene): Promise<string> {
  try {
    const answer = (await write(scene)) as { ok?: boolean; reason?: string } | undefined;
    return answer?.ok === false ? `refused: ${answer.reason}` : 'done';
  } catch (error) {
    return `threw ${(error as Error).name}: ${(error as Error).message}`;
  }
}

/** Carries out what brings a scene to where it starts; throws where one of them is refused. */
export async function bringTo<Scene>(writes: readonly Write<Scene>[], scene: Scene): Promise<void> {
  for (const write of writes) {
    const answer = await answerOf(write, scene);
    if (answer !== 'done') throw new Error(answer);
  }
}
