const AT_ONCE = 5;

/** Asks about each, a few at once; undefined as soon as one isn't answered, so that a silent gateway isn't asked on and on. */
export async function askEach<Subject, Answer>(
  subjects: readonly Subject[],
  ask: (subject: Subject) => Promise<Answer | undefined>,
): Promise<Answer[] | undefined> {
  const all: Answer[] = [];
  for (let at = 0; at < subjects.length; at += AT_ONCE) {
    const answers = await Promise.all(subjects.slice(at, at + AT_ONCE).map(ask));
    for (const answer of answers) {
      if (answer === undefined) return undefined;
      all.push(answer);
    }
  }
  return all;
}
