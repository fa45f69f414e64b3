import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { HOLES } from './adversary-bugs.ts';
import { type Bug, BUGS } from './bugs.ts';

const PLANTABLE = [...BUGS, ...HOLES];

const root = fileURLToPath(new URL('../..', import.meta.url));

export const plantBug = (bug?: Bug): void => {
  (globalThis as { plantedBug?: string }).plantedBug = bug?.name;
};

export function withBug(source: string, { name, file, text, planted }: Bug): string {
  const [before, after, ...more] = source.split(text);
  if (after === undefined || more.length > 0) throw new Error(`${file} must hold this once, for “${name}”: ${text}`);
  return before + planted.replaceAll('PLANTED', `(globalThis.plantedBug === ${JSON.stringify(name)})`) + after;
}

/** Inserts all bugs when the source is transformed for the simulation, never into the shop itself. */
export function bugsToPlant(): Plugin {
  return {
    name: 'bugs-to-plant',
    enforce: 'pre',
    buildStart() {
      for (const bug of PLANTABLE) withBug(readFileSync(root + bug.file, 'utf8'), bug);
    },
    transform(source, id) {
      const here = PLANTABLE.filter(({ file }) => id.split('?')[0] === root + file);
      return here.length === 0 ? undefined : { code: here.reduce(withBug, source), map: null };
    },
  };
}
