/** Returns how often per second `work` runs, with `atOnce` runs at a time, after a warm-up. */
export async function ratePerSecond(work: () => Promise<unknown>, { seconds = 3, atOnce = 16 } = {}): Promise<number> {
  await runFor(work, seconds / 3, atOnce);
  return (await runFor(work, seconds, atOnce)) / seconds;
}

async function runFor(work: () => Promise<unknown>, seconds: number, atOnce: number): Promise<number> {
  const until = performance.now() + seconds * 1000;
  let done = 0;
  const keepWorking = async () => {
    while (performance.now() < until) {
      await work();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, keepWorking));
  return done;
}

export function printRatios(measured: { name: string; perSecond: number }[]): void {
  const first = measured[0]!.perSecond;
  for (const { name, perSecond } of measured) {
    console.log(
      `  ${name.padEnd(32)} ${perSecond.toFixed(0).padStart(7)} a second  ${(perSecond / first).toFixed(1)}×`,
    );
  }
}
