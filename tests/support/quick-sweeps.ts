// Loaded before the shop with --import: what it does by itself every minute or more seldom comes six times as soon for the first time. Its
// turns go by the database's clock, so that it isn't done more often.
const { setInterval: everySoOften } = globalThis;
const MINUTE = 60_000;

globalThis.setInterval = ((work: () => void, milliseconds = 0, ...more: []) =>
  everySoOften(
    work,
    milliseconds < MINUTE ? milliseconds : milliseconds / 6,
    ...more,
  )) as typeof globalThis.setInterval;
