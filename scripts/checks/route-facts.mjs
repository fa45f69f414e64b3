export function* find(_sources, { patterns, findFacts }) {
  for (const pattern of patterns)
    if (findFacts(pattern)?.for === undefined)
      yield { path: 'app/routes.ts', at: 0, message: `${pattern} has no facts: app/route-facts.ts says who may enter` };
}
