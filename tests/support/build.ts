import type { TestProject } from 'vitest/node';
import { buildStale } from '#scripts/setup.mjs';

/** Builds before each run of watched tests too, if sources have changed. */
export default async function buildForTests(project: TestProject): Promise<void> {
  const build = async () => {
    await buildStale();
    if (project.name === 'durability') await buildStale({ withFailpoints: true });
  };
  project.onTestsRerun(build);
  await build();
}
