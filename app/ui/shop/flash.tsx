import { useEffect } from 'react';
import { showToast } from '#app/ui/kit/toast.tsx';

const NONE: readonly string[] = [];

export function Flash({ messages = NONE }: { messages?: readonly string[] | undefined }) {
  useEffect(() => {
    if (messages.length > 0) showToast({ text: messages.join('\n') });
  }, [messages]);
  return messages.length > 0 ? (
    <noscript>
      <div className="wrap grid gap-2 pt-3 print:hidden" role="status">
        {messages.map((text) => (
          <div className="toast" key={text}>
            <p>{text}</p>
          </div>
        ))}
      </div>
    </noscript>
  ) : null;
}
