import { Fragment } from 'react';
import { cn } from './class-names.ts';

/** More than a narrow column holds. */
const LONG_WORD = /[^\s-]{17}/;

/**
 * A text for a narrow column: its words stay whole; one as long as an e-mail or a file's name may be breaks before its signs, and at
 * last anywhere. `narrow` is for a column among six.
 */
export function WrappedText({ text, narrow }: { text: string; narrow?: boolean }) {
  if (!LONG_WORD.test(text)) return text;
  return (
    <span className={cn('inline-block wrap-anywhere', narrow ? 'min-w-20' : 'min-w-40')}>
      {text.split(/(?=[@._])/).map((part, at) => (
        <Fragment key={`${at} ${part}`}>
          {at > 0 ? <wbr /> : null}
          {part}
        </Fragment>
      ))}
    </span>
  );
}
