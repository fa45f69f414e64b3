// A route of app/routes.ts about which app/route-facts.ts says nothing: who may enter, what it accepts, where its page is kept.

/** `patterns`: the shop's own, of app/routes.ts; `findFacts`: what is known of one. */
export function* find(_sources, { patterns, findFacts }) {
  for (const pattern of patterns)
    if (findFacts(pattern)?.for === undefined)
      yield { path: 'app/routes.ts', at: 0, message: `${pattern} has no facts: app/route-facts.ts says who may enter` };
}
