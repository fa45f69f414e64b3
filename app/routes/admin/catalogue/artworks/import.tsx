import { Form, Link, useLocation, useNavigation, useSearchParams, href } from 'react-router';
import { z } from 'zod';
import { done } from '#app/basics/result.ts';
import { IMPORT_COLUMNS } from '#app/modules/catalogue/artworks/artwork-fields.ts';
import {
  IMPORT_OUTCOMES,
  type ImportPlan,
  importRefusal,
  type ImportOutcome,
  MAX_IMPORT_BYTES,
  decodeTable,
  NOT_UNICODE,
} from '#app/modules/catalogue/product-import/artwork-import.ts';
import { applyImport, planImport } from '#app/modules/catalogue/product-import/product-import.server.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { Failed } from '#app/routes/admin/shared/done.tsx';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import { Badge } from '#app/ui/kit/badge.tsx';
import { Accordion } from '#app/ui/kit/accordion.tsx';
import { Button, IconLink } from '#app/ui/kit/button.tsx';
import { TextArea } from '#app/ui/kit/field.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { useLastAnswer } from '#app/ui/kit/use-last-answer.ts';
import type { Route } from './+types/import.ts';

export const meta = adminMeta('Import artworks');

type Answer = { formError?: string; plan?: ImportPlan; text: string };

const form = formOf();

/** Without a `key`, previews the changes. With a preview's `key`, imports them. */
export const action = formAction(
  form({
    schema: z.strictObject({ key: z.string().optional() }),
    prepare: async (_shop, body) => {
      const text = await tableOf(body);
      body.delete('file');
      body.delete('text');
      if (text === undefined) return { text: '', formError: NOT_UNICODE, status: 422 };
      if (text.trim() === '') return { text, formError: 'Choose a file or paste a table first.', status: 422 };
      if (Buffer.byteLength(text) > MAX_IMPORT_BYTES)
        return { text: '', formError: 'The file is larger than 2 MB. Split it and import each part.', status: 422 };
      return { text };
    },
    run: async (shop, { key }, _args, { text }) => {
      const read = key === undefined ? await planImport(shop, text) : await applyImport(shop, text, { key });
      return read.ok ? done({ plan: read.value, text }) : read;
    },
    done: ({ plan, text }, { key }) =>
      key === undefined
        ? { plan, text }
        : `${href('/admin/artworks/import')}?added=${plan.counts.added}&changed=${plan.counts.changed}`,
    refused: (refusal, { key }) => ({
      formError: importRefusal(refusal),
      plan: refusal.reason === 'stale' ? refusal.data : undefined,
      status: key === undefined ? 422 : 409,
    }),
  }),
);

/** Returns undefined for other text encodings, such as Excel's “CSV”. */
async function tableOf(form: FormData): Promise<string | undefined> {
  const file = form.get('file');
  if (file instanceof File && file.size > 0) {
    return decodeTable(new Uint8Array(await file.arrayBuffer()));
  }
  const pasted = form.get('text');
  return typeof pasted === 'string' ? pasted : '';
}

export default function ImportArtworks({ actionData }: Route.ComponentProps) {
  // The plan stays visible if the next request fails.
  const reached = actionData && 'text' in actionData ? (actionData as Answer) : undefined;
  const answer = useLastAnswer<Answer>(reached, useLocation().search);
  const [search] = useSearchParams();
  const { state } = useNavigation();
  const isDone = search.has('added') && !actionData;
  return (
    <>
      <div className="admin-head justify-start gap-x-1">
        <IconLink icon="left" label="Back to Artworks" to={href('/admin/artworks')} />
        <h1>Import artworks</h1>
      </div>
      {isDone ? (
        <Note tone="done">
          {Number(search.get('added'))} added, {Number(search.get('changed'))} changed.{' '}
          <Link className="link" to={href('/admin/artworks')}>
            Show all artworks
          </Link>
        </Note>
      ) : null}
      <Failed />
      {answer?.plan ? <Plan plan={answer.plan} text={answer.text} busy={state !== 'idle'} /> : null}
      <section className="panel grid grid-cols-1 gap-4 p-panel" aria-labelledby="import-table">
        <h2 id="import-table" className="text-h4">
          {answer?.plan ? 'Import another file' : 'Your file'}
        </h2>
        <p className="muted max-w-read">
          A CSV export from this shop, your earlier hosted shop, Shopify or WooCommerce. Importing it twice is safe.
          Fields that are not in the file stay unchanged.
        </p>
        <p className="muted max-w-read">
          Upload the photos to{' '}
          <Link className="link" to={href('/admin/media')}>
            Photos
          </Link>{' '}
          first; they are matched by file name.
        </p>
        <Accordion title="Columns of this shop’s file">
          <p className="muted max-w-read wrap-anywhere">{IMPORT_COLUMNS}</p>
        </Accordion>
        <Form method="post" encType="multipart/form-data" className="grid max-w-read grid-cols-1 gap-4">
          <div className="field">
            <label className="field-label" htmlFor="import-file">
              CSV file
            </label>
            <input
              id="import-file"
              className="inspiration-field h-auto w-full"
              type="file"
              name="file"
              accept=".csv,text/csv,text/plain"
            />
          </div>
          <TextArea
            label="Or paste rows"
            name="text"
            className="num"
            rows={5}
            spellCheck={false}
            defaultValue={answer?.formError ? answer.text : undefined}
          />
          <Button look={answer?.plan ? 'card' : 'primary'} className="justify-self-start" busy={state !== 'idle'}>
            Preview changes
          </Button>
        </Form>
      </section>
    </>
  );
}

const OUTCOMES: Record<ImportOutcome, { label: string; tone?: 'pine' | 'indigo' | 'alert' }> = {
  added: { label: 'New', tone: 'pine' },
  changed: { label: 'Changed', tone: 'indigo' },
  unchanged: { label: 'Unchanged' },
  refused: { label: 'Refused', tone: 'alert' },
};
/** A longer table would make the page slow. Refused and changed rows are listed first. */
const MAX_SHOWN = 500;
const FIRST: Record<ImportOutcome, number> = { refused: 0, changed: 1, added: 2, unchanged: 3 };

function Plan({ plan, text, busy }: { plan: ImportPlan; text: string; busy: boolean }) {
  const writes = plan.counts.added + plan.counts.changed;
  const rows = plan.rows.toSorted((a, b) => FIRST[a.outcome] - FIRST[b.outcome] || a.line - b.line).slice(0, MAX_SHOWN);
  return (
    <section className="panel" aria-labelledby="import-plan">
      <div className="panel-head flex-wrap">
        <div>
          <h2 id="import-plan">Changes to import</h2>
          <p className="meta num" role="status">
            {IMPORT_OUTCOMES.map((outcome) => `${plan.counts[outcome]} ${OUTCOMES[outcome].label.toLowerCase()}`).join(
              ', ',
            )}
          </p>
        </div>
        <Form method="post" encType="multipart/form-data">
          <input type="hidden" name="key" value={plan.key} />
          <textarea name="text" defaultValue={text} key={plan.key} hidden readOnly />
          <Button busy={busy} reason={writes === 0 ? 'This file changes nothing.' : undefined}>
            {writes === 0 ? 'Import' : `Import ${writes} ${writes === 1 ? 'artwork' : 'artworks'}`}
          </Button>
        </Form>
      </div>
      {plan.unmapped.length > 0 ? (
        <p className="wrap-anywhere border-line border-t px-panel py-3 text-sm">
          Unknown medium and category: {plan.unmapped.map((name) => `“${name}”`).join(', ')}. Rename them in the file,
          or import it on the command line with a mapping.
        </p>
      ) : null}
      {plan.notes.map((note) => (
        <p key={note} className="meta border-line border-t px-panel py-3">
          {note}
        </p>
      ))}
      <ul className="num">
        {rows.map((row) => (
          <li
            key={row.line}
            className="grid gap-1 border-line border-t px-panel py-3 md:grid-cols-[5rem_8rem_minmax(0,1fr)] md:gap-3"
          >
            <span className="meta">Line {row.line}</span>
            <span>
              <Badge tone={OUTCOMES[row.outcome].tone}>{OUTCOMES[row.outcome].label}</Badge>
            </span>
            <div className="min-w-0 wrap-anywhere">
              <b className="font-semibold">{row.title || 'No title'}</b>
              {row.reasons.map((reason) => (
                <p key={reason} className="text-alert text-sm">
                  {reason}
                </p>
              ))}
              {row.changes.map(({ column, before, after }) => (
                <p key={column} className="text-sm">
                  {column}: {row.outcome === 'added' ? null : <del className="text-ink-3">{short(before)}</del>}{' '}
                  <ins className="no-underline">{short(after)}</ins>
                </p>
              ))}
            </div>
          </li>
        ))}
      </ul>
      {plan.rows.length > rows.length ? (
        <p className="meta border-line border-t px-panel py-3">
          and {(plan.rows.length - rows.length).toLocaleString('en-IN')} more rows
        </p>
      ) : null}
    </section>
  );
}

const short = (text: string): string => (text.length > 160 ? `${text.slice(0, 160)}…` : text || 'nothing');
