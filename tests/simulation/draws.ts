import { randomFrom } from '#tests/support/random.ts';

export type Draws = ReturnType<typeof drawsFrom>;

export function drawsFrom(seed: number) {
  const next = randomFrom(seed);
  const below = (count: number) => Math.floor(next() * count);
  return {
    next,
    below,
    between: (least: number, most: number) => least + below(most - least + 1),
    happens: (probability: number) => next() < probability,
    oneOf: <Each>(from: readonly [Each, ...Each[]] | readonly Each[]): Each => from[below(from.length)]!,
    weighed<Name extends string>(weights: Record<Name, number>): Name {
      const names = Object.keys(weights) as Name[];
      let left = next() * names.reduce((sum, name) => sum + weights[name], 0);
      return names.find((name) => (left -= weights[name]) < 0) ?? names.at(-1)!;
    },
    bytes: (size: number) => Buffer.from(Array.from({ length: size }, () => below(256))),
    digits: (length: number) => Array.from({ length }, () => below(10)).join(''),
  };
}
