import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Form, useFetcher, href } from 'react-router';
import { Dialog } from '#app/ui/kit/dialog.tsx';
import { Hits } from './hits.tsx';
import type { loader } from './search.tsx';

const ASK_AFTER_MS = 150;

export function QuickSearch({ onClose }: { onClose: () => void }) {
  const { data: found, load } = useFetcher<typeof loader>();
  const [text, setText] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  // The dialog has focused its first button, so this effect then focuses the field.
  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    const timer = setTimeout(
      () => void load(`${href('/admin/search')}?q=${encodeURIComponent(text)}`),
      text === '' ? 0 : ASK_AFTER_MS,
    );
    return () => clearTimeout(timer);
  }, [text, load]);
  const stops = () => [...box.current!.querySelectorAll<HTMLElement>('input[type=search], a')];
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || event.nativeEvent.isComposing) return;
    event.preventDefault();
    const all = stops();
    all[Math.max(all.indexOf(document.activeElement as HTMLElement) + step, 0)]?.focus();
  };
  const isUpToDate = found?.query === text;
  return (
    <Dialog open onClose={onClose} title="Search everything">
      <div ref={box} onKeyDown={press} className="quick-search">
        <Form
          action={href('/admin/search')}
          role="search"
          onSubmit={(event) => {
            const first = isUpToDate ? stops()[1] : undefined;
            if (!first) return onClose();
            event.preventDefault();
            first.click();
          }}
        >
          <input
            type="search"
            name="q"
            ref={field}
            className="input"
            aria-label="Search everything"
            placeholder="Number, name, title or setting"
            maxLength={100}
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Form>
        {found ? <Hits groups={found.groups} query={found.query} level="h3" onGo={onClose} /> : null}
        <p className="sr-only" role="status">
          {isUpToDate && text ? `${found.groups.reduce((sum, { hits }) => sum + hits.length, 0)} found` : ''}
        </p>
      </div>
    </Dialog>
  );
}
