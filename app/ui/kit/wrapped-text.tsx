import { Fragment } from 'react';

/** More than a narrow column holds. */
const LONG_WORD = /[^\s-]{17}/;

/** A text for a narrow column: its words stay whole; one as long as an e-mail or a file's name may be breaks before its signs, and at last anywhere. */
export function WrappedText({ text }: { text: string }) {
  if (!LONG_WORD.test(text)) return text;
  return (
    <span className="inline-block min-w-40 wrap-anywhere">
      {text.split(/(?=[@._])/).map((part, at) => (
        <Fragment key={`${at} ${part}`}>
          {at > 0 ? <wbr /> : null}
          {part}
        </Fragment>
      ))}
    </span>
  );
}
