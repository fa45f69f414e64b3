import { useEffect, useState } from 'react';
import { Button } from '#app/ui/kit/button.tsx';
import { Field } from '#app/ui/kit/field.tsx';
import { Icon } from '#app/ui/kit/icon.tsx';
import { useHydrated } from '#app/ui/kit/use-hydrated.ts';

const COPIED_FOR_MS = 1_500;

/** A link to hand on: to read, to copy, to WhatsApp, and through whatever the phone shares with. */
export function ShareLink({ label, url, text }: { label: string; url: string; text: string }) {
  const hydrated = useHydrated();
  const [copied, setCopied] = useState(false);
  const [trouble, setTrouble] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_FOR_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  // A page that didn't come over https has no clipboard.
  const copy = () =>
    Promise.resolve(navigator.clipboard?.writeText(url).then(() => true)).then(
      (done) => (done ? setCopied(true) : setTrouble(true)),
      () => setTrouble(true),
    );
  // Who closes the sheet again has changed their mind: nothing is wrong.
  const share = () => navigator.share({ title: text, url }).catch(() => undefined);
  return (
    <div className="share-link">
      <Field
        label={label}
        name="link"
        defaultValue={url}
        key={url}
        readOnly
        onFocus={(event) => event.target.select()}
        hint={trouble ? 'Your browser does not copy for us: select the link and copy it.' : undefined}
      />
      <div className="flex flex-wrap gap-2">
        {hydrated ? (
          <Button type="button" look="card" icon={copied ? 'check' : 'copy'} onClick={() => void copy()}>
            {copied ? 'Copied' : 'Copy link'}
          </Button>
        ) : null}
        <a
          className="button button-card"
          href={`https://wa.me/?text=${encodeURIComponent(`${text} ${url}`)}`}
          target="_blank"
          rel="noopener noreferrer"
        >
          <Icon name="chat" small />
          <span>WhatsApp</span>
        </a>
        {hydrated && 'share' in navigator ? (
          <Button type="button" look="card" icon="external" onClick={() => void share()}>
            Share…
          </Button>
        ) : null}
      </div>
      <span className="sr-only" role="status">
        {copied ? 'Copied' : ''}
      </span>
    </div>
  );
}
