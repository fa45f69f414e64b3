import { formatShortMoment } from '#app/basics/india.ts';
import { cn } from '#app/ui/kit/class-names.ts';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import { EmptyState } from '#app/ui/kit/empty-state.tsx';
import type { ToDo } from './to-do.server.ts';

export function ToDoList({ list, now }: { list: ToDo[]; now: Date }) {
  return (
    <section className="panel min-w-0" aria-labelledby="to-do">
      <div className="panel-head">
        <h2 id="to-do">Do today</h2>
      </div>
      {list.length === 0 ? (
        <EmptyState title="All done">Time to paint.</EmptyState>
      ) : (
        <ul aria-labelledby="to-do">
          {list.map((toDo) => (
            <li
              key={toDo.to + toDo.what}
              className="grid grid-cols-rest-auto items-center gap-x-3 border-t border-line px-panel py-2.5"
            >
              <span className="min-w-0 leading-snug wrap-anywhere">
                <span className="font-semibold">{toDo.what}</span>
                <span className="meta num block">
                  {toDo.detail}
                  {toDo.at && toDo.hasDeadline ? (
                    <span className={cn('block', toDo.at < now && 'font-semibold text-alert')}>
                      {toDo.at < now ? 'Late since' : 'By'} {formatShortMoment(toDo.at)}
                    </span>
                  ) : null}
                </span>
              </span>
              <ButtonLink look="card" size="small" to={toDo.to} aria-label={`${toDo.action}: ${toDo.what}`}>
                {toDo.action}
              </ButtonLink>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
