import type { TestProject } from 'vitest/node';
import { buildStale } from '#scripts/setup.mjs';

/** Before each run of watched tests too, because sources may have changed. */
export default async function buildForTests(project: TestProject): Promise<void> {
  const build = async () => {
    await buildStale();
    if (project.name === 'durability') await buildStale({ withFailpoints: true });
  };
  project.onTestsRerun(build);
  await build();
}
