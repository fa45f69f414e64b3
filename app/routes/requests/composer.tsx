import { useEffect } from 'react';
import { MAX_MESSAGE_LENGTH } from '#app/modules/requests/requests/request.ts';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { ErrorSummary } from '#app/ui/kit/error-summary.tsx';
import { TextArea } from '#app/ui/kit/field.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { useHydrated } from '#app/ui/kit/use-hydrated.ts';
import { useFormAnswer } from '#app/ui/kit/use-form-answer.ts';
import { NotSent } from '#app/ui/shop/not-sent.tsx';
import { PrivatePictures } from '#app/ui/shop/private-pictures.tsx';
import { type RequestPage, newestMessageOf } from '#app/modules/requests/requests/request-page.ts';
import type { RequestAddresses } from './addresses.ts';
import { type RequestPageAnswer, NOT_SENT } from './request-answer.ts';
import { MESSAGE_FIELD, type MessageDraft, useComposer, useDraft } from './use-composer.ts';

export function Composer({
  page,
  addresses,
  formKey,
}: {
  page: RequestPage;
  addresses: RequestAddresses;
  formKey: string;
}) {
  const { draft, begin } = useDraft(page.id, formKey);
  return <MessageForm key={draft.key} page={page} addresses={addresses} draft={draft} begin={begin} />;
}

function MessageForm({
  page,
  addresses,
  draft,
  begin,
}: {
  page: RequestPage;
  addresses: RequestAddresses;
  draft: MessageDraft & { wasSent?: true };
  begin: (key: string) => void;
}) {
  const { id, side } = page;
  const scripted = useHydrated();
  const newest = newestMessageOf(page);
  const { fetcher, form, place, uploads, setBody, isSending, isCut, isHeld, holdBack } = useComposer(
    id,
    addresses,
    draft,
    begin,
  );
  useEffect(() => {
    if (draft.wasSent) document.getElementById(MESSAGE_FIELD)?.focus({ preventScroll: true });
  }, [draft.wasSent]);
  const posted = useFormAnswer() as RequestPageAnswer | undefined;
  const answer = fetcher.data ?? (posted?.typed?.intent === 'message' ? posted : undefined);
  return (
    <fetcher.Form
      ref={form}
      method="post"
      action={addresses.page}
      encType="multipart/form-data"
      className="composer"
      aria-label="Write a message"
      noValidate
      onSubmit={(event) => {
        if (holdBack()) event.preventDefault();
      }}
    >
      <input type="hidden" name="intent" value="message" />
      <input type="hidden" name="key" value={draft.key} />
      {newest ? <input type="hidden" name="seen" value={newest} /> : null}
      {uploads.pictures.map((picture) => (
        <input key={picture.id} type="hidden" name="picture" value={picture.id} />
      ))}
      {isCut ? null : (
        <ErrorSummary
          errors={answer?.errors}
          formError={answer?.formError}
          signInAt={answer?.signInAt}
          ids={{ body: MESSAGE_FIELD }}
        />
      )}
      <TextArea
        label={side === 'studio' ? 'Message to the customer' : 'Message to the studio'}
        name="body"
        id={MESSAGE_FIELD}
        rows={3}
        maxLength={MAX_MESSAGE_LENGTH}
        defaultValue={draft.body}
        onChange={(event) => setBody(event.currentTarget.value)}
        error={answer?.errors?.body}
        answer={answer}
      />
      <PrivatePictures
        state={uploads}
        place={place}
        legend="Pictures"
        name="pictures"
        noun="Picture"
        scripted={scripted}
        error={posted?.pictureError}
      />
      {isHeld ? (
        <Note tone="alert">
          <b>{NOT_SENT}</b> One picture can’t be sent. Leave it out and send again. Your text is still here.
        </Note>
      ) : null}
      {isCut ? <NotSent message={NOT_SENT} send={() => {}} /> : null}
      <div>
        <Button busy={isSending && !isCut}>{isSending && !isCut ? 'Sending…' : 'Send message'}</Button>
      </div>
    </fetcher.Form>
  );
}

export function WriteLink() {
  return (
    <ButtonLink
      look="secondary"
      icon="chat"
      to={`#${MESSAGE_FIELD}`}
      preventScrollReset
      onClick={(event) => {
        event.preventDefault();
        document.getElementById(MESSAGE_FIELD)?.focus();
      }}
    >
      Write
    </ButtonLink>
  );
}
