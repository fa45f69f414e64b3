// Whatever an owner sends, the page and what was typed stay when the shop can't be reached: each action has a clientAction.

/** Routes that no form of a page posts to, and why. */
const EXCEPTIONS = new Map([
  ['app/routes/admin/media/pictures.ts', 'asked by the script of the picker, which says itself what failed'],
  ['app/routes/admin/media/picture-delete.ts', 'asked by the script of the picker, which says itself what failed'],
  ['app/routes/admin/whatsapp/whatsapp.ts', 'a page of its own that leads to WhatsApp; with a script nobody reads it'],
]);

/** The names that a file exports. */
const exportsOf = (source) =>
  new Set(
    source.nodes
      .filter((node) => node.type === 'ExportNamedDeclaration')
      .flatMap(({ declaration, specifiers }) => [
        ...specifiers.map(({ exported }) => exported.name ?? exported.value),
        ...(declaration?.declarations ?? [declaration]).map((declared) => declared?.id?.name),
      ]),
  );

export function* find(sources) {
  for (const source of sources) {
    if (!source.path.startsWith('app/routes/admin/')) continue;
    const exported = exportsOf(source);
    const lacks = exported.has('action') && !exported.has('clientAction');
    const isException = EXCEPTIONS.has(source.path);
    if (lacks && !isException)
      yield { path: source.path, at: 0, message: 'an action without a clientAction: export stayHere(…) as one' };
    if (!lacks && isException)
      yield {
        path: source.path,
        at: 0,
        message: 'is no exception: take it off the list of scripts/checks/client-actions.mjs',
      };
  }
}
