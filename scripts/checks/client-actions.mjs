// Whatever an owner sends, and whatever a customer types, stays with its page when the shop can't be reached: each action of the admin, and
// of a customer's screen, has a clientAction.

/** Routes to which nothing is sent that could be lost, and why. */
const EXCEPTIONS = new Map([
  ['app/routes/admin/catalogue/media/pictures.ts', 'asked by the script of the picker, which says itself what failed'],
  [
    'app/routes/admin/catalogue/media/picture-delete.ts',
    'asked by the script of the picker, which says itself what failed',
  ],
  ['app/routes/account/security/google.tsx', 'leads to Google: posts as a document, without the router'],
  ['app/routes/storefront/not-found.tsx', 'no form posts to an address that isn’t there'],
  ['app/routes/storefront/pages/cookies.tsx', 'switches alone, nothing is typed'],
  ['app/routes/storefront/sign-in/verify-email.tsx', 'a button alone, nothing is typed'],
  ['app/routes/storefront/track-order/not-my-order.tsx', 'a button alone, nothing is typed'],
  [
    'app/routes/admin/messaging/whatsapp/whatsapp.ts',
    'a page of its own that leads to WhatsApp; with a script nobody reads it',
  ],
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

/** All of the admin, and the screens of customers; their routes without a screen take buttons. */
const COVERED = /^app\/routes\/(admin\/.*|(account|storefront)\/.*\.tsx)$/;

export function* find(sources) {
  for (const source of sources) {
    if (!COVERED.test(source.path)) continue;
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
