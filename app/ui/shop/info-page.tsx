import type { ReactElement, ReactNode } from 'react';
import { useRouteLoaderData, href } from 'react-router';
import { formatSpan } from '#app/basics/duration.ts';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import { cn } from '#app/ui/kit/class-names.ts';
import type { Picture as StoredPicture } from '#app/modules/catalogue/media/picture.ts';
import { Icon, type IconName } from '#app/ui/kit/icon.tsx';
import { Picture } from './picture.tsx';

type InfoSection = {
  id: string;
  title: string;
  icon?: IconName;
  picture?: StoredPicture;
  body: string | readonly string[] | ReactElement;
};

export function InfoPage({
  title,
  lede,
  wide,
  children,
}: {
  title: string;
  lede?: ReactNode;
  wide?: boolean;
  children: ReactNode;
}) {
  return (
    <div className="mx-auto w-full max-w-page px-gutter pt-8 pb-section lg:pt-14">
      <header className={cn('grid gap-3', wide ? 'mb-6 lg:mb-8' : 'mb-8 max-w-read lg:mb-12')}>
        <h1 tabIndex={-1}>{title}</h1>
        {lede ? <p className="text-lg text-ink-2">{lede}</p> : null}
      </header>
      {children}
    </div>
  );
}

export function Policy({ updated, sections }: { updated?: string; sections: InfoSection[] }) {
  return (
    <div className="grid gap-10 lg:grid-cols-[15rem_minmax(0,42rem)] lg:gap-16">
      <nav aria-label="On this page" className="text-sm lg:sticky lg:top-32 lg:self-start print:hidden">
        {updated ? <p className="mb-3 text-ink-3">Last updated {updated}</p> : null}
        <ol className="grid">
          {sections.map((section) => (
            <li key={section.id}>
              <a
                className="inline-flex min-h-11 items-center text-geru underline decoration-1 underline-offset-4"
                href={`#${section.id}`}
              >
                {section.title}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="grid gap-9">
        {sections.map((section) => (
          <section key={section.id} aria-labelledby={section.id} className="policy-section">
            <h2 id={section.id} className="flex scroll-mt-28 items-center gap-3 text-h3">
              {section.icon ? (
                <span className="text-geru">
                  <Icon name={section.icon} />
                </span>
              ) : null}
              {section.title}
            </h2>
            <div className="policy-text grid gap-3 text-ink-2">
              <Body>{section.body}</Body>
            </div>
            {section.picture ? (
              <Picture picture={section.picture} sizes="(min-width: 48rem) 144px, 88px" alt="" />
            ) : null}
          </section>
        ))}
        <StillAsking />
      </div>
    </div>
  );
}

function Body({ children }: { children: InfoSection['body'] }) {
  if (typeof children === 'string') return <p>{children}</p>;
  if (!isList(children)) return children;
  return (
    <ul>
      {children.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

const isList = (body: readonly string[] | ReactElement): body is readonly string[] => Array.isArray(body);

export function StillAsking({ question = 'Still have a question?' }: { question?: string }) {
  const layout = useRouteLoaderData<{ contact: { replyWithinHours: number } }>('routes/storefront/layout');
  return (
    <aside className="still-asking print:hidden">
      <div>
        <p className="font-display text-h4">{question}</p>
        <p className="text-ink-2">
          Write to the studio.{' '}
          {layout ? `We reply within ${formatSpan(layout.contact.replyWithinHours, 'hour')}.` : null}
        </p>
      </div>
      <ButtonLink look="secondary" to={href('/contact')}>
        Contact us
      </ButtonLink>
    </aside>
  );
}

export function FactTable({ caption, columns, rows }: { caption: string; columns: string[]; rows: string[][] }) {
  return (
    <table className="w-full border-collapse max-md:block">
      <caption className="pb-3 text-left font-display text-h4 max-md:block">{caption}</caption>
      <thead className="max-md:sr-only">
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col" className="bg-sand px-4 py-2.5 text-left text-sm font-semibold text-ink-2">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:grid max-md:gap-3">
        {rows.map(([head, ...cells]) => (
          <tr key={head} className="max-md:grid max-md:border max-md:border-line max-md:bg-rice max-md:p-4">
            <th
              scope="row"
              className="border-line px-4 py-3 text-left align-top font-semibold max-md:wrap-anywhere max-md:px-0 max-md:pt-0 md:border-t"
            >
              {head}
            </th>
            {cells.map((cell, place) => (
              <td
                key={columns[place + 1]}
                className="border-line px-4 py-3 align-top max-md:flex max-md:justify-between md:last:min-w-48 max-md:gap-4 max-md:px-0 max-md:py-1.5 md:border-t"
              >
                <span className="max-w-1/2 shrink-0 text-ink-3 md:hidden" aria-hidden="true">
                  {columns[place + 1]}
                </span>
                <span className="max-md:text-right max-md:wrap-anywhere">{cell}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
