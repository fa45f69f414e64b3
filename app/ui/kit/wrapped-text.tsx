import { Fragment } from 'react';
import { cn } from './class-names.ts';

const LONG_WORD = /[^\s-]{17}/;

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
