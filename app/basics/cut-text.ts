/** Returns the longest start of whole letters with at most this many UTF-16 units. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  let cut = '';
  for (const { segment } of new Intl.Segmenter('en').segment(text.slice(0, length + 64))) {
    if (cut.length + segment.length > length) break;
    cut += segment;
  }
  return cut;
}

/** Like `cutText`, but cuts between words and ends with an ellipsis. */
export function cutAtWord(text: string, length: number): string {
  if (text.length <= length) return text;
  const start = cutText(text, length - 1);
  const isAtSpace = /\s/.test(text[start.length] ?? '');
  return `${(isAtSpace ? start : start.replace(/\s+\S*$/, '')).trimEnd()}…`;
}
