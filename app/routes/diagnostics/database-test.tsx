import { href } from 'react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { CHECKS, type CheckName } from '#app/modules/operations/health/diagnostics.ts';
import { runCheck } from '#app/modules/operations/health/diagnostics.server.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { adminOnly } from '#app/platform/shop.server.ts';
import { Badge } from '#app/ui/kit/badge.tsx';
import { Button } from '#app/ui/kit/button.tsx';
import { AdminShell } from '#app/ui/layouts/admin-shell.tsx';
import { runSafely, type CheckResult } from './run-safely.server.ts';
import { wholeStyleSheet } from '#app/routes/whole-style-sheet.ts';
import type { Route } from './+types/database-test.ts';

export const links = wholeStyleSheet;

export const meta = adminMeta('Database Test');

const GAP_MS = 300;

export async function loader({ context, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  adminOnly(shop);
  const results: Partial<Record<CheckName, CheckResult>> = {};
  if (url.searchParams.has('run'))
    for (const { name } of CHECKS) results[name] = await runSafely(() => runCheck(shop, name));
  return { shopName: (await getSettings(shop)).shopName, results };
}

export default function DatabaseTest({ loaderData: { shopName, results: ran } }: Route.ComponentProps) {
  const [results, setResults] = useState(ran);
  const [running, setRunning] = useState(false);
  const round = useRef(0);
  const run = useCallback(async () => {
    const mine = (round.current += 1);
    setResults({});
    setRunning(true);
    for (const [place, { name }] of CHECKS.entries()) {
      if (place > 0) await new Promise((resolve) => setTimeout(resolve, GAP_MS));
      if (mine !== round.current) return;
      const result = await ask(name);
      if (mine !== round.current) return;
      setResults((before) => ({ ...before, [name]: result }));
    }
    setRunning(false);
  }, []);
  useEffect(() => {
    void run();
    return () => {
      round.current += 1;
    };
  }, [run]);
  const failed = CHECKS.filter(({ name }) => results[name]?.state === 'error').length;
  const done = CHECKS.filter(({ name }) => results[name]).length;
  return (
    <AdminShell
      shopName={shopName}
      tabs={[{ to: href('/admin'), label: 'Overview', icon: 'chart', isOpen: false }]}
      more={[]}
    >
      <div className="admin-head">
        <div>
          <h1>Database Test</h1>
          <p className="meta num" role="status">
            {done < CHECKS.length
              ? `${done} of ${CHECKS.length} done`
              : failed === 0
                ? 'All tests passed.'
                : `${failed} of ${CHECKS.length} failed.`}
          </p>
        </div>
        <form
          action={href('/database-test')}
          onSubmit={(event) => {
            event.preventDefault();
            void run();
          }}
        >
          <Button name="run" value="1" busy={running}>
            Run tests
          </Button>
        </form>
      </div>
      <section className="panel" aria-label="Tests">
        <ul>
          {CHECKS.map(({ name, label }) => {
            const result = results[name];
            return (
              <li
                key={name}
                className="flex flex-wrap items-center justify-between gap-3 border-line px-panel py-3 not-first:border-t"
              >
                <span className="min-w-0 leading-snug">
                  <b className="font-semibold">{label}</b>
                  <span className="meta num block wrap-anywhere">{result?.text ?? 'Waiting'}</span>
                </span>
                <Badge tone={result ? (result.state === 'success' ? 'pine' : 'alert') : undefined}>
                  {result?.state ?? 'pending'}
                </Badge>
              </li>
            );
          })}
        </ul>
      </section>
    </AdminShell>
  );
}

async function ask(name: CheckName): Promise<CheckResult> {
  try {
    const response = await fetch(href('/database-test/:name', { name }));
    if (!response.ok) return { state: 'error', text: `The shop answered ${response.status}` };
    return (await response.json()) as CheckResult;
  } catch (error) {
    return { state: 'error', text: error instanceof Error ? error.message : 'Unknown error' };
  }
}
