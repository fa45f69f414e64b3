import { useEffect, useState } from 'react';
import type { ReadStatement } from '#app/modules/payments/bank/statement.ts';

const PAUSE_MS = 300;

/** Parses when typing pauses. The parser is loaded on first use. */
export function useStatement(text: string): ReadStatement | undefined {
  const [read, setRead] = useState<ReadStatement>();
  useEffect(() => {
    if (text.trim() === '') {
      setRead(undefined);
      return;
    }
    let stale = false;
    const readNow = async () => {
      const { readStatement } = await import('#app/modules/payments/bank/statement.ts');
      if (!stale) setRead(readStatement(text));
    };
    const timer = setTimeout(() => void readNow(), PAUSE_MS);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [text]);
  return read;
}
