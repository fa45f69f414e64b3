// Checks the installed packages for known vulnerabilities. It needs the network, so it runs only in `npm run
// test:long`.
import { run } from './setup.mjs';

const FAILING = new Set(['high', 'critical']);

const NOT_ASKED = 'Can’t check for known vulnerabilities, because the package registry did not answer';

/** Exits with 1 for high or critical vulnerabilities, and when the registry is unreachable. */
export async function findKnownWeaknesses(options) {
  const npm = process.env.npm_execpath?.endsWith('.js') ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const asked = ['audit', '--omit=dev', '--json', '--loglevel=silent'];
  const { output } = await run(npm[0], [...npm.slice(1), ...asked], options);
  return readAudit(output);
}

/** Anything except a complete report counts as a failure. */
export function readAudit(output) {
  const report = readReport(output);
  if (!report?.vulnerabilities || !(report.metadata?.dependencies?.total > 0)) {
    const reason = report?.message ?? report?.error?.summary ?? (output.trim() || 'no output from npm');
    return { code: 1, output: `${NOT_ASKED}: ${reason}\n` };
  }
  const found = Object.values(report.vulnerabilities);
  const lines = found.map(({ name, severity, range, via }) => {
    const causes = via.map((each) => (typeof each === 'string' ? `by ${each}` : `${each.title} ${each.url}`));
    return `${severity}: ${[name, range].filter(Boolean).join(' ')}: ${causes.join('; ')}`;
  });
  const counts = `${report.metadata.dependencies.total} packages, ${found.length} with a known vulnerability`;
  return {
    code: found.some(({ severity }) => FAILING.has(severity)) ? 1 : 0,
    output: `${[...lines, counts].join('\n')}\n`,
  };
}

function readReport(output) {
  try {
    return JSON.parse(output);
  } catch {
    return undefined;
  }
}
