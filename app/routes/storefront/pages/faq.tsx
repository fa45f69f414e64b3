import { useEffect, useRef, useState } from 'react';
import { Form, Link, type ShouldRevalidateFunctionArgs, useLocation, href } from 'react-router';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { pageMeta } from '#app/routes/page-meta.ts';
import { Accordion } from '#app/ui/kit/accordion.tsx';
import { IconButton } from '#app/ui/kit/button.tsx';
import { cn } from '#app/ui/kit/class-names.ts';
import { Icon } from '#app/ui/kit/icon.tsx';
import { useHydrated, useTypedEarly } from '#app/ui/kit/use-hydrated.ts';
import { InfoPage, StillAsking } from '#app/ui/shop/info-page.tsx';
import { StructuredData } from '#app/ui/shop/structured-data.tsx';
import { faqFacts } from './faq-facts.server.ts';
import { questionGroups } from './faq-questions.ts';
import { markMatches, searchQuestions } from './faq-search.ts';
import type { Route } from './+types/faq.ts';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Frequently Asked Questions',
    description: 'Answers about ordering, payment, shipping, returns, custom painting and care.',
    path: href('/faq'),
  });

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  return { groups: questionGroups(faqFacts(shop, await getSettings(shop))) };
}

/** The search runs in the browser, so it works offline. */
export const shouldRevalidate = ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search ? false : defaultShouldRevalidate;

const MAX_QUERY = 100;
const ADDRESS_FOLLOWS_AFTER_MS = 300;

export default function Faq({ loaderData }: Route.ComponentProps) {
  const { groups } = loaderData;
  const [query, type] = useQuery();
  const hits = searchQuestions(groups, query);
  const isSearching = query.trim() !== '';
  const found = `Search Results (${hits.length} found)`;
  return (
    <InfoPage title="Frequently Asked Questions" lede="Answers about ordering, delivery, returns and care." wide>
      <StructuredData
        value={{
          '@type': 'FAQPage',
          mainEntity: groups
            .flatMap((group) => group.questions)
            .map(({ question, answer }) => ({
              '@type': 'Question',
              name: question,
              acceptedAnswer: { '@type': 'Answer', text: answer },
            })),
        }}
      />
      <Search query={query} onType={type} />
      <p className="sr-only" role="status">
        {isSearching ? found : ''}
      </p>
      <div className="faq">
        <nav className="faq-categories" aria-label="Categories">
          <ul>
            {groups.map(({ category }) => {
              const count = hits.filter((hit) => hit.category === category).length;
              return (
                <li key={category}>
                  <Link
                    to={{ pathname: href('/faq'), hash: anchorOf(category) }}
                    onClick={() => type('')}
                    data-none={isSearching && count === 0}
                  >
                    {category}
                    {isSearching ? (
                      <span className="num">
                        {count === 0 ? '–' : count}
                        <span className="sr-only"> found</span>
                      </span>
                    ) : null}
                  </Link>
                </li>
              );
            })}
          </ul>
        </nav>
        {isSearching ? (
          <section aria-label="Search results">
            <h2 className="mb-4 text-h3">{found}</h2>
            {hits.map((hit, place) => (
              <Answer
                key={hit.question}
                {...hit}
                query={query}
                open={place === 0 && (hits.length === 1 || isMatch(hit.question, query))}
              />
            ))}
            <div className={cn(hits.length > 0 && 'mt-8')}>
              <StillAsking question="Not answered here?" />
            </div>
          </section>
        ) : (
          <div className="grid gap-10">
            {groups.map((group) => (
              <section key={group.category} id={anchorOf(group.category)} aria-label={group.category}>
                <h2 className="mb-3 text-h3">{group.category}</h2>
                {group.questions.map((entry) => (
                  <Answer key={entry.question} {...entry} query="" />
                ))}
              </section>
            ))}
            <StillAsking />
          </div>
        )}
      </div>
    </InfoPage>
  );
}

const anchorOf = (category: string) => category.toLowerCase().replaceAll(' ', '-');
const isMatch = (text: string, query: string) => markMatches(text, query).some((part) => part.match);

function useQuery(): [string, (typed: string) => void] {
  const { key, search } = useLocation();
  const inAddress = (new URLSearchParams(search).get('q') ?? '').slice(0, MAX_QUERY);
  const [query, setQuery] = useState(inAddress);
  const visit = useRef(key);
  useEffect(() => {
    if (visit.current === key) return;
    visit.current = key;
    setQuery(inAddress);
  }, [key, inAddress]);
  const wanted = query.trim() === '' ? '' : query;
  const typed = useRef(inAddress);
  useEffect(() => {
    if (typed.current === wanted) return;
    // The router could interrupt the visitor's navigation to another page, so this changes the history directly.
    const timer = setTimeout(() => {
      if (window.location.pathname !== href('/faq')) return;
      typed.current = wanted;
      history.replaceState(
        history.state,
        '',
        wanted === '' ? href('/faq') : `${href('/faq')}?q=${encodeURIComponent(wanted)}`,
      );
    }, ADDRESS_FOLLOWS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  return [query, setQuery];
}

function Search({ query, onType }: { query: string; onType: (typed: string) => void }) {
  const hydrated = useHydrated();
  const field = useRef<HTMLInputElement>(null);
  useTypedEarly(field, onType);
  return (
    <Form role="search" className="faq-search" preventScrollReset replace>
      <Icon name="search" />
      <input
        ref={field}
        type="search"
        name="q"
        className="input"
        aria-label="Search the questions"
        placeholder="Search the questions"
        value={query}
        onChange={(event) => onType(event.target.value)}
        maxLength={MAX_QUERY}
        autoComplete="off"
      />
      <button type="submit" className="sr-only">
        Search
      </button>
      {hydrated && query !== '' ? (
        <IconButton
          icon="close"
          label="Clear search"
          onClick={() => {
            onType('');
            field.current?.focus();
          }}
        />
      ) : null}
    </Form>
  );
}

function Answer({
  question,
  answer,
  category,
  query,
  open,
}: {
  question: string;
  answer: string;
  category?: string;
  query: string;
  open?: boolean;
}) {
  return (
    <Accordion
      name="faq"
      open={open}
      title={
        <span>
          {category ? (
            <span className="block text-xs font-normal text-ink-3">
              <Marked text={category} query={query} />
            </span>
          ) : null}
          <Marked text={question} query={query} />
        </span>
      }
    >
      <p>
        <Marked text={answer} query={query} />
      </p>
    </Accordion>
  );
}

function Marked({ text, query }: { text: string; query: string }) {
  let at = 0;
  return markMatches(text, query).map((part) => {
    at += part.text.length;
    return part.match ? (
      <mark key={at} className="bg-haldi-wash text-inherit">
        {part.text}
      </mark>
    ) : (
      <span key={at}>{part.text}</span>
    );
  });
}
