import { useEffect, useRef } from 'react';
import { CustomerLink } from '#app/routes/admin/shared/customer-link.tsx';
import { ActionForm } from '#app/routes/admin/shared/sheet-form.tsx';
import { cn } from '#app/ui/kit/class-names.ts';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { EmptyState } from '#app/ui/kit/empty-state.tsx';
import { titleOf, type ToDo } from './to-do.ts';

export function ToDoList({ list, now }: { list: ToDo[]; now: Date }) {
  const { rows, submitted } = useFocusAfter(list);
  return (
    <section className="panel min-w-0" aria-labelledby="to-do">
      <div className="panel-head">
        <h2 id="to-do" tabIndex={-1}>
          Do today
        </h2>
      </div>
      {list.length === 0 ? (
        <EmptyState title="All done">Time to paint.</EmptyState>
      ) : (
        <ul aria-labelledby="to-do" ref={rows}>
          {list.map((toDo, at) => (
            <li
              key={keyOf(toDo)}
              className="grid grid-cols-rest-auto items-center gap-x-3 border-t border-line px-panel py-2.5"
            >
              <Subject toDo={toDo} now={now} />
              <Step toDo={toDo} onSubmit={() => (submitted.current = { key: keyOf(toDo), at })} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const keyOf = ({ step, ...toDo }: ToDo): string =>
  'to' in step ? step.to + titleOf({ step, ...toDo }) : [step.action, step.fields.reference, step.fields.event].join();

function Subject({ toDo: { what, customer, detail, deadline }, now }: { toDo: ToDo; now: Date }) {
  const name = customer ? <CustomerLink {...customer} /> : null;
  const isLate = deadline !== undefined && deadline.at < now;
  return (
    <span className="min-w-0 leading-snug wrap-anywhere">
      <span className="font-semibold">{what ?? name}</span>
      <span className="meta num block">
        {what && name ? <>For {name}</> : detail}
        {deadline ? (
          <span className={cn('block', isLate && 'font-semibold text-alert')}>
            {isLate ? 'Late since' : 'By'} {deadline.text}
          </span>
        ) : null}
      </span>
    </span>
  );
}

function Step({ toDo, onSubmit }: { toDo: ToDo; onSubmit: () => void }) {
  const { step, action, detail } = toDo;
  const look = { look: 'card', size: 'small' } as const;
  const name = `${action}: ${titleOf(toDo)}`;
  if ('to' in step)
    return (
      <ButtonLink {...look} to={step.to} aria-label={name}>
        {action}
      </ButtonLink>
    );
  return (
    <ActionForm action={step.action} once onSubmit={onSubmit} className="contents">
      {Object.entries(step.fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button {...look} {...step.button} aria-label={[name, detail].filter(Boolean).join(', ')}>
        {action}
      </Button>
    </ActionForm>
  );
}

/** When the row of a submitted form leaves the list, moves the focus to the next row. */
function useFocusAfter(list: ToDo[]) {
  const rows = useRef<HTMLUListElement>(null);
  const submitted = useRef<{ key: string; at: number }>(undefined);
  useEffect(() => {
    if (!submitted.current) return;
    const { key, at } = submitted.current;
    if (list.some((toDo) => keyOf(toDo) === key)) return;
    submitted.current = undefined;
    const steps = [...(rows.current?.querySelectorAll<HTMLElement>(':scope > li .button') ?? [])];
    (steps[at] ?? steps.at(-1) ?? document.getElementById('to-do'))?.focus({ preventScroll: true });
  }, [list]);
  return { rows, submitted };
}
