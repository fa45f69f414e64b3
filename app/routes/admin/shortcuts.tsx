import { useEffect, useState } from 'react';
import { useRouteLoaderData } from 'react-router';
import { Checkbox } from '#app/ui/kit/field.tsx';
import type { loader as layoutLoader } from './layout.tsx';
import { adminMeta } from './shared/admin-meta.ts';
import { allAdminPages } from './shared/admin-pages.ts';
import { ListHead } from './shared/list-parts.tsx';
import { areShortcutsOn, SHORTCUTS, switchShortcuts } from './shared/use-shortcuts.ts';

export const meta = adminMeta('Shortcuts');

export default function Shortcuts() {
  const { isOwner } = useRouteLoaderData<typeof layoutLoader>('routes/admin/layout')!;
  const [isOn, setOn] = useState(true);
  useEffect(() => setOn(areShortcutsOn()), []);
  const goTo = allAdminPages(isOwner).flatMap(({ key, label }) => (key ? [{ keys: ['g', key], what: label }] : []));
  return (
    <>
      <ListHead title="Shortcuts" count="Use the admin without a mouse" />
      <section className="panel form max-w-184 p-panel needs-script">
        <Checkbox
          id="shortcuts-on"
          label="Use single-key shortcuts in this browser"
          checked={isOn}
          onChange={(event) => {
            switchShortcuts(event.target.checked);
            setOn(event.target.checked);
          }}
        />
      </section>
      <KeyTable title="Everywhere" rows={SHORTCUTS} />
      <KeyTable title="Go to: press one key after the other" rows={goTo} />
    </>
  );
}

function KeyTable({ title, rows }: { title: string; rows: readonly { keys: readonly string[]; what: string }[] }) {
  return (
    <section className="panel max-w-184" aria-label={title}>
      <div className="panel-head">
        <h2>{title}</h2>
      </div>
      <dl>
        {rows.map(({ keys, what }) => (
          <div key={what} className="flex min-h-11 items-center gap-4 border-t border-line px-panel py-2">
            <dt className="w-28 shrink-0">
              {keys.map((key) => (
                <kbd key={key} className="key">
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
