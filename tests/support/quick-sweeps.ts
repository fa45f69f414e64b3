// Loaded with --import, so that background jobs first run six times sooner. Later runs depend on the database’s clock.
const { setInterval: everySoOften } = globalThis;
const MINUTE = 60_000;

globalThis.setInterval = ((work: () => void, milliseconds = 0, ...more: []) =>
  everySoOften(
    work,
    milliseconds < MINUTE ? milliseconds : milliseconds / 6,
    ...more,
  )) as typeof globalThis.setInterval;
