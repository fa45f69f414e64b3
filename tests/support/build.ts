import type { TestProject } from 'vitest/node';
import { buildStale } from '#scripts/setup.mjs';

/** Builds the shop for the tests that serve it when its sources have changed, and before each run of a watched test. */
export default async function buildForTests(project: TestProject): Promise<void> {
  const build = async () => {
    await buildStale();
    if (project.name === 'durability') await buildStale({ withFailpoints: true });
  };
  project.onTestsRerun(build);
  await build();
}
