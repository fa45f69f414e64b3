import { pathToFileURL } from 'node:url';
import { installMissing, main, node24, run, runLibrary } from './setup.mjs';

const checks = {
  types: () => runLibrary('tsc', ['--noEmit']),
  lint: () => runLibrary('oxlint', []),
  rules: () => run(node24(), ['scripts/rules.mjs']),
  'dead code': () => runLibrary('knip', ['--no-progress', '--no-config-hints']),
  formatting: () => runLibrary('oxfmt', ['--check']),
};

export async function runChecks() {
  const count = { passed: 0, failed: 0, skipped: 0 };
  // Lint and types read the generated types, so these are generated first.
  const made = await runLibrary('react-router', ['typegen']);
  if (made.code !== 0) {
    console.log(made.output);
    return { ...count, failed: 1 };
  }
  await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      const began = performance.now();
      const { code, output } = await check();
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      if (code === 0) count.passed += 1;
      else count.failed += 1;
      console.log(code === 0 ? `  ${name}: ok (${seconds} s)` : `${output}\n  ${name}: FAILED (${seconds} s)`);
    }),
  );
  return count;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main(async () => {
    await installMissing();
    const { failed } = await runChecks();
    return failed > 0 ? 1 : 0;
  });
}
