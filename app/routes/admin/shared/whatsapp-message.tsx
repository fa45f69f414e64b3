import { useRef, useState } from 'react';
import { href } from 'react-router';
import { WHATSAPP_LANGUAGES, type WhatsAppLanguage } from '#app/modules/messaging/messages/whatsapp.ts';
import type { WhatsAppDraft } from '#app/routes/admin/messaging/whatsapp/draft.server.ts';
import { Button } from '#app/ui/kit/button.tsx';
import { TextArea } from '#app/ui/kit/field.tsx';
import { Icon } from '#app/ui/kit/icon.tsx';
import { useHydrated, useTypedEarly } from '#app/ui/kit/use-hydrated.ts';
import { Part } from './part.tsx';
import { ActionForm } from './sheet-form.tsx';
import { whatsAppAddress } from '#app/basics/whatsapp-address.ts';

/** Opening the text records it as sent. `returnTo` is the page with the text. */
export function WhatsAppMessage({
  about,
  draft,
  returnTo,
  isFolded,
}: {
  about: { orderId: string } | { requestId: string };
  draft: WhatsAppDraft | null;
  returnTo: string;
  isFolded?: boolean;
}) {
  if (!draft) return null;
  return (
    <Part title="WhatsApp" aside={<LanguageSwitch chosen={draft.language} returnTo={returnTo} />}>
      <MessageForm key={draft.text} about={about} draft={draft} isFolded={isFolded} />
    </Part>
  );
}

function LanguageSwitch({ chosen, returnTo }: { chosen: WhatsAppLanguage; returnTo: string }) {
  return (
    <ActionForm action={href('/admin')} intent="language" className="flex flex-wrap">
      <input type="hidden" name="returnTo" value={returnTo} />
      {Object.entries(WHATSAPP_LANGUAGES).map(([language, label]) => (
        <Button
          key={language}
          look="quiet"
          name="language"
          value={language}
          lang={language}
          aria-pressed={language === chosen}
          className={language === chosen ? 'text-geru' : undefined}
        >
          {label}
        </Button>
      ))}
    </ActionForm>
  );
}

function MessageForm({
  about,
  draft: { phone, text, language, key },
  isFolded,
}: {
  about: { orderId: string } | { requestId: string };
  draft: WhatsAppDraft;
  isFolded: boolean | undefined;
}) {
  const [typed, setTyped] = useState(text);
  const box = useRef<HTMLTextAreaElement>(null);
  useTypedEarly(box, setTyped);
  const [outcome, setOutcome] = useState<'noted' | 'not-noted'>();
  const hydrated = useHydrated();
  // WhatsApp opens immediately, and the record is sent even if the visitor leaves the page.
  const note = () => {
    const body = new URLSearchParams({ ...about, key, text: typed });
    void fetch(href('/admin/whatsapp'), { method: 'POST', body, keepalive: true }).then(
      (answer) => setOutcome(answer.ok ? 'noted' : 'not-noted'),
      () => setOutcome('not-noted'),
    );
  };
  const field = (
    <TextArea
      ref={box}
      label="Message"
      name="text"
      id="whatsapp-text"
      lang={language}
      rows={5}
      maxLength={4000}
      required
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  );
  return (
    <form method="post" action={href('/admin/whatsapp')} target="_blank" className="grid gap-3">
      {Object.entries({ ...about, key }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {isFolded ? (
        <details>
          <summary className="link inline-flex min-h-11 items-center font-semibold text-geru">
            Read or change it
          </summary>
          {field}
        </details>
      ) : (
        field
      )}
      <div className="flex flex-wrap items-center gap-3">
        {hydrated && typed.trim() !== '' ? (
          <a
            className="button button-card button-small"
            href={whatsAppAddress(phone, typed.trim())}
            target="_blank"
            rel="noreferrer"
            onClick={note}
          >
            <Icon name="chat" small />
            <span>Open in WhatsApp</span>
          </a>
        ) : (
          <Button look="card" size="small" icon="chat">
            Open in WhatsApp
          </Button>
        )}
        <span role="status" className={outcome === 'not-noted' ? 'text-alert text-sm' : 'meta'}>
          {outcome === 'noted' ? 'Recorded as sent.' : null}
          {outcome === 'not-noted' ? 'Opened, but we could not record it as sent.' : null}
        </span>
      </div>
    </form>
  );
}
