/** A text as one line, without spaces around it: line breaks of every kind and control characters become a space. */
export const toOneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
