import { type ReactNode, useRef, useState } from 'react';
import { Form, href } from 'react-router';
import { formatShortDay } from '#app/basics/india.ts';
import { formatRupees } from '#app/basics/money.ts';
import { NO_TEXT, textOfFile } from '#app/modules/payments/bank/file.ts';
import type { Matching } from '#app/modules/payments/bank/match.ts';
import type { StatementLine, Unreadable } from '#app/modules/payments/bank/bank-line.ts';
import { UNREADABLE_REASONS } from '#app/modules/payments/bank/messages.ts';
import type { ReadStatement } from '#app/modules/payments/bank/statement.ts';
import type { Imported } from '#app/modules/payments/bank/statements.server.ts';
import { Failed } from '#app/routes/admin/shared/done.tsx';
import { Button } from '#app/ui/kit/button.tsx';
import { TextArea } from '#app/ui/kit/field.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { useTypedEarly } from '#app/ui/kit/use-hydrated.ts';
import { NearThumb } from './outcome.tsx';
import { MatchResultSign } from './match-result-sign.tsx';

const MAX_ROWS = 12;

export function StatementPanel({
  text,
  onText,
  onSend,
  read,
  imported,
  hasUnsaved,
  matching,
  usedBefore,
  dismissedBefore,
  isStored,
  matchAll,
}: {
  text: string;
  onText: (text: string) => void;
  onSend: () => void;
  read: ReadStatement | undefined;
  imported: (Imported & { noText: boolean }) | undefined;
  hasUnsaved: boolean;
  matching: Matching;
  usedBefore: number;
  dismissedBefore: number;
  isStored: (line: StatementLine) => boolean;
  matchAll: ReactNode;
}) {
  const [isDraggedOver, setDraggedOver] = useState(false);
  const file = useRef<HTMLInputElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  useTypedEarly(field, onText);
  const [noText, setNoText] = useState(false);
  const take = async (chosen: File | undefined) => {
    if (!chosen) return;
    const found = textOfFile(new Uint8Array(await chosen.arrayBuffer()));
    setNoText(found === undefined);
    if (found !== undefined) onText(found);
    else if (file.current) file.current.value = '';
  };
  return (
    <section className="panel" aria-labelledby="statement">
      <div className="panel-head">
        <h2 id="statement">Bank statement</h2>
        <span className="meta hidden md:inline">Pasting the same message twice is safe.</span>
      </div>
      {imported && !(imported.noText && imported.read === 0) ? <ImportedNote imported={imported} /> : null}
      <div className="grid gap-5 px-panel pb-panel lg:grid-cols-[minmax(0,1fr)_18rem] lg:gap-8">
        <Form
          method="post"
          action={href('/admin/payments')}
          encType="multipart/form-data"
          preventScrollReset
          className="grid content-start gap-3"
          onSubmit={() => {
            onSend();
            if (file.current && text !== '') file.current.value = '';
          }}
          onDragOver={(event) => {
            event.preventDefault();
            setDraggedOver(true);
          }}
          onDragLeave={() => setDraggedOver(false)}
          onDrop={(event) => {
            event.preventDefault();
            setDraggedOver(false);
            void take(event.dataTransfer.files[0]);
          }}
        >
          <TextArea
            ref={field}
            label="Paste rows from your statement"
            error={noText || imported?.noText ? NO_TEXT : undefined}
            hint="Paste rows or bank messages, or drop a CSV file here."
            name="statement"
            rows={Math.min(MAX_ROWS, Math.max(1, text.split('\n').length))}
            spellCheck={false}
            autoComplete="off"
            value={text}
            onChange={(event) => {
              setNoText(false);
              onText(event.target.value);
            }}
            className={isDraggedOver ? 'statement-over ' : 'statement-lines'}
          />
          <Failed />
          <div className="flex flex-wrap items-center gap-3">
            <label className="link inline-flex min-h-11 cursor-pointer items-center font-semibold text-geru focus-within:outline-2 focus-within:outline-indigo">
              Choose a file
              <input
                ref={file}
                type="file"
                name="file"
                accept=".csv,.txt,.tsv,.xls,text/csv,text/plain"
                className="sr-only"
                onChange={(event) => void take(event.target.files?.[0])}
              />
            </label>
            {hasUnsaved ? <KeepButton /> : null}
            <noscript>
              <KeepButton />
            </noscript>
          </div>
        </Form>
        <div>
          <StatementSummary
            read={read}
            matching={matching}
            usedBefore={usedBefore}
            dismissedBefore={dismissedBefore}
            isStored={isStored}
          />
          {matchAll}
        </div>
      </div>
    </section>
  );
}

function KeepButton() {
  return (
    <Button look="card" size="small">
      Keep for later
    </Button>
  );
}

function ImportedNote({ imported: { read, added, unreadable } }: { imported: Imported }) {
  const known = read - added;
  return (
    <>
      <NearThumb>
        <Note tone={added > 0 ? 'done' : 'info'}>{storedSentence(added, known)}</Note>
      </NearThumb>
      {unreadable.length > 0 ? (
        <div className="px-panel pb-3">
          <Note tone="info">
            <UnreadableTexts unreadable={unreadable} />
          </Note>
        </div>
      ) : null}
    </>
  );
}

const storedSentence = (added: number, known: number): string =>
  added === 0 && known > 0
    ? `${lines(known)} already kept.`
    : `${lines(added)} kept${known > 0 ? `, ${known} already kept` : ''}.`;

const MATCH_LABELS = {
  agree: (count: number) => (count === 1 ? 'match' : 'matches'),
  differs: () => 'amount differs',
  maybe: () => 'possible match',
};

/** A live region, so that screen readers announce changes when typing pauses. */
function StatementSummary({
  read,
  matching,
  usedBefore,
  dismissedBefore,
  isStored,
}: {
  read: ReadStatement | undefined;
  matching: Matching;
  usedBefore: number;
  dismissedBefore: number;
  isStored: (line: StatementLine) => boolean;
}) {
  const count = (kind: 'agree' | 'differs' | 'maybe') =>
    [...matching.matchResults.values()].filter((matchResult) => matchResult.kind === kind).length;
  const { rest } = matching;
  const readNow = read?.lines.length ?? 0;
  const readBefore = [...matching.matchResults.values()]
    .flatMap((matchResult) =>
      matchResult.kind === 'none' || matchResult.kind === 'names-other' ? [] : [matchResult.line],
    )
    .concat(rest.map(({ line }) => line))
    .filter(isStored).length;
  return (
    <div>
      <p className="font-semibold" role="status">
        {read ? `${lines(readNow)} read automatically` : readBefore > 0 ? `${lines(readBefore)} kept` : null}
      </p>
      <ul className="statement-results mt-1.5" hidden={!read && readBefore === 0}>
        {(['agree', 'differs', 'maybe'] as const).map((kind) => (
          <li key={kind}>
            <b className="num">{count(kind)}</b>
            <MatchResultSign kind={kind} small />
            {count(kind) > 0 ? (
              <a className="link inline-flex min-h-11 items-center" href="#payment-table">
                {MATCH_LABELS[kind](count(kind))}
              </a>
            ) : (
              <span>{MATCH_LABELS[kind](0)}</span>
            )}
          </li>
        ))}
        <li>
          <b className="num">{rest.length}</b>
          <MatchResultSign kind="none" small />
          {rest.length === 1 ? (
            <span className="wrap-anywhere">no order: {describeLine(rest[0]!)}</span>
          ) : rest.length > 1 ? (
            <a className="link inline-flex min-h-11 items-center" href="#without-order">
              no order
            </a>
          ) : (
            <span>no order</span>
          )}
        </li>
      </ul>
      {usedBefore > 0 ? <p className="meta mt-2">{lines(usedBefore)} already matched.</p> : null}
      {dismissedBefore > 0 ? (
        <a className="link meta inline-flex min-h-11 items-center" href="#put-aside">
          {lines(dismissedBefore)} already dismissed
        </a>
      ) : null}
      {read && read.repeated > 0 ? <p className="meta mt-1">{lines(read.repeated)} repeated, counted once.</p> : null}
      {read && read.outgoing > 0 ? (
        <p className="meta mt-1">{lines(read.outgoing)} of outgoing money ignored.</p>
      ) : null}
      {read && read.unreadable.length > 0 ? <UnreadableTexts unreadable={read.unreadable} /> : null}
    </div>
  );
}

const MAX_SHOWN = 50;

function UnreadableTexts({ unreadable }: { unreadable: readonly Unreadable[] }) {
  const byReason = Map.groupBy(unreadable.slice(0, MAX_SHOWN), ({ reason }) => reason);
  return (
    <details>
      <summary className="link inline-flex min-h-11 items-center font-semibold text-haldi-ink">
        {lines(unreadable.length)} not readable
      </summary>
      <ul className="grid gap-3">
        {[...byReason].map(([reason, texts]) => (
          <li key={reason} className="grid gap-1">
            <p>{UNREADABLE_REASONS[reason]}</p>
            <ul className="grid gap-1 font-mono text-sm wrap-anywhere">
              {texts.map(({ text }, at) => (text === '' ? null : <li key={at}>{text}</li>))}
            </ul>
          </li>
        ))}
      </ul>
      {unreadable.length > MAX_SHOWN ? <p className="meta mt-2">Showing the first {MAX_SHOWN}.</p> : null}
    </details>
  );
}

const lines = (count: number): string => (count === 1 ? '1 line' : `${count.toLocaleString('en-IN')} lines`);

const describeLine = ({ line, repeats }: Matching['rest'][number]): string =>
  `${line.payer ?? line.description}, ${formatRupees(line.amount)}, ${formatShortDay(`${line.day}T12:00:00+05:30`)}${repeats ? ' (possibly paid twice)' : ''}`;
