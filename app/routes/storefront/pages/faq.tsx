import { Form, useLoaderData, useSearchParams, useSubmit } from 'react-router';
import type { LoaderFunctionArgs } from 'react-router';
import { getSettings } from '#app/modules/settings/settings.server.ts';
import { shopContext } from '#app/platform/request-context.server.ts';
import { pageMeta } from '#app/routes/page-meta.ts';
import { InfoPage, StillAsking } from '#app/ui/shop/info-page.tsx';
import { StructuredData } from '#app/ui/shop/structured-data.tsx';
import { questionGroups } from './faq-questions.ts';
import { markMatches, searchQuestions } from './faq-search.ts';
import type { Route } from './+types/faq.ts';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Frequently Asked Questions',
    description: 'Answers about ordering, payment, shipping, returns, custom painting and care.',
    path: '/faq',
  });

export async function loader({ context }: LoaderFunctionArgs) {
  return { groups: questionGroups(await getSettings(context.get(shopContext))) };
}

export default function Faq() {
  const { groups } = useLoaderData<typeof loader>();
  const [parameters] = useSearchParams();
  const query = (parameters.get('q') ?? '').slice(0, 100);
  const hits = searchQuestions(groups, query);
  const searching = query.trim() !== '';
  return (
    <InfoPage title="Frequently Asked Questions" lede="Twenty questions that people ask us, and our answers.">
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
      <Search query={query} />
      {searching ? (
        <section aria-label="Search results" className="max-w-read">
          <div role="status">
            <h2 className="mb-4 text-h3">{`Search Results (${hits.length} found)`}</h2>
          </div>
          {hits.map((hit) => (
            <Answer
              key={hit.question}
              question={hit.question}
              answer={hit.answer}
              category={hit.category}
              query={query}
              open={hits.length === 1}
            />
          ))}
          {hits.length === 0 ? <StillAsking question="Not answered here?" /> : null}
        </section>
      ) : (
        <div className="grid max-w-read gap-10">
          {groups.map((group) => (
            <section key={group.category} aria-label={group.category}>
              <h2 className="mb-3 text-h3">{group.category}</h2>
              {group.questions.map((entry) => (
                <Answer key={entry.question} question={entry.question} answer={entry.answer} query="" />
              ))}
            </section>
          ))}
          <StillAsking />
        </div>
      )}
    </InfoPage>
  );
}

function Search({ query }: { query: string }) {
  const submit = useSubmit();
  return (
    <Form
      role="search"
      className="mb-8 flex max-w-read items-end gap-3"
      preventScrollReset
      onChange={(event) => submit(event.currentTarget, { replace: true, preventScrollReset: true })}
    >
      <label className="grid flex-1 gap-1.5 font-semibold">
        Search the questions
        <input
          type="search"
          name="q"
          defaultValue={query}
          maxLength={100}
          autoComplete="off"
          className="h-13 w-full rounded-control border-[1.5px] border-field bg-rice px-4 font-normal"
        />
      </label>
      <button
        type="submit"
        className="min-h-13 rounded-control border-[1.5px] border-geru px-5 font-semibold text-geru"
      >
        Search
      </button>
    </Form>
  );
}

/** `name` makes the browser keep one answer open at a time; a click on the open one closes it. */
function Answer({
  question,
  answer,
  category,
  query,
  open = false,
}: {
  question: string;
  answer: string;
  category?: string;
  query: string;
  open?: boolean;
}) {
  return (
    <details name="faq" open={open} className="border-t border-line last-of-type:border-b">
      <summary className="flex min-h-14 cursor-pointer items-center justify-between gap-4 py-2 font-semibold">
        <span>
          {category ? <span className="block text-sm font-normal text-ink-3">{category}</span> : null}
          <Marked text={question} query={query} />
        </span>
      </summary>
      <p className="pb-5 text-ink-2">
        <Marked text={answer} query={query} />
      </p>
    </details>
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
