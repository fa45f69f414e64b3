// Loaded with --import: the first runs of minutely and rarer jobs come six times sooner. Their turns follow the
// database’s clock.
const { setInterval: everySoOften } = globalThis;
const MINUTE = 60_000;

globalThis.setInterval = ((work: () => void, milliseconds = 0, ...more: []) =>
  everySoOften(
    work,
    milliseconds < MINUTE ? milliseconds : milliseconds / 6,
    ...more,
  )) as typeof globalThis.setInterval;
