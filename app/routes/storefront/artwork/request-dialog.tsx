import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { Link, useFetcher, href } from 'react-router';
import { type ArtworkSummary, PRICE_ON_REQUEST } from '#app/modules/catalogue/artworks/artwork.ts';
import {
  ORDER_REQUEST_NOT_SENT,
  ORDER_REQUEST_NOT_WRITTEN,
  orderRequestSent,
} from '#app/modules/requests/requests/messages.ts';
import { typedIn } from '#app/platform/forms.ts';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { Dialog } from '#app/ui/kit/dialog.tsx';
import { ErrorSummary } from '#app/ui/kit/error-summary.tsx';
import { TextArea, Checkbox } from '#app/ui/kit/field.tsx';
import { NeededBy } from '#app/ui/shop/needed-by.tsx';
import { PersonFields } from '#app/ui/shop/person-fields.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { type FormAnswer, useShopForm } from '#app/ui/kit/use-form.ts';
import { useHydrated } from '#app/ui/kit/use-hydrated.ts';
import { Picture } from '#app/ui/shop/picture.tsx';
import { deleteRequestDraft, restoreRequestDraft, storeRequestDraft } from './request-draft.ts';

export type RequestAnswer = { ok: true; number: string; replyWithinHours: number } | ({ ok: false } & FormAnswer);

/**
 * The visitor must accept the terms each time. The tab stores unsent text. `answer` is from a post without JavaScript.
 */
export function RequestDialog({
  artwork,
  formKey,
  owner,
  prefilled,
  today,
  earliestFinish,
  answer: posted,
}: {
  artwork: Pick<ArtworkSummary, 'id' | 'slug' | 'title' | 'picture' | 'price'>;
  formKey: string;
  owner: string;
  prefilled: { name: string; email: string; phone: string };
  today: string;
  earliestFinish: string | undefined;
  answer?: RequestAnswer;
}) {
  const fetcher = useFetcher<RequestAnswer>();
  const hydrated = useHydrated();
  const form = useRef<HTMLFormElement>(null);
  const [key, setKey] = useState(formKey);
  const [neededBy, setNeededBy] = useState<string>();
  const [accepted, setAccepted] = useState(false);
  // The box may have been ticked before hydration.
  const look = useCallback((box: HTMLInputElement | null) => setAccepted(box?.checked === true), []);
  const sending = fetcher.state !== 'idle';
  const answer = fetcher.data ?? posted;
  const closeTo = href('/artwork/:id', { id: artwork.slug });
  const refusal = answer?.ok === false ? answer : undefined;
  const { values, errors, field, summary } = useShopForm({
    answer: refusal,
    known: { ...prefilled, key },
  });
  const formError =
    refusal?.failure === 'unreached'
      ? ORDER_REQUEST_NOT_SENT
      : refusal?.failure === 'broken'
        ? ORDER_REQUEST_NOT_WRITTEN
        : summary.formError;
  const of = { artworkId: artwork.id, owner };
  const note = (typed: HTMLFormElement, under: string) => {
    storeRequestDraft(typed, { ...of, key: under, prefilled });
    setNeededBy(typedIn(new FormData(typed)).neededBy);
  };
  const restore = useEffectEvent(() => {
    if (!form.current || posted) return;
    const restoredKey = restoreRequestDraft(form.current, of) ?? key;
    setKey(restoredKey);
    note(form.current, restoredKey);
  });
  useLayoutEffect(() => restore(), []);
  const isSent = answer?.ok === true;
  useEffect(() => {
    if (isSent) deleteRequestDraft(artwork.id);
  }, [isSent, artwork.id]);
  return (
    <Dialog open title="Request this piece" closeTo={closeTo} keepOpen={sending}>
      <div className="chosen-artwork">
        <Picture picture={artwork.picture} sizes="72px" title={artwork.title} />
        <div>
          <b>{artwork.title}</b>
          <span className="meta block">
            {artwork.price === null
              ? `${PRICE_ON_REQUEST}. We’ll reply with a price.`
              : 'Out of stock. We can make one for you.'}
          </span>
        </div>
      </div>
      {answer?.ok ? (
        <>
          <Note tone="done">{orderRequestSent(answer.replyWithinHours)}</Note>
          <p>
            Your request number: <b className="num">{answer.number}</b>. Follow it under{' '}
            <Link className="link" to={href('/profile/requests')}>
              My Requests
            </Link>
            .
          </p>
          <ButtonLink full to={closeTo} preventScrollReset>
            Back to the piece
          </ButtonLink>
        </>
      ) : (
        <fetcher.Form
          ref={form}
          method="post"
          className="form"
          noValidate
          aria-label="Request this piece"
          onInput={({ currentTarget }) => note(currentTarget, values.key ?? key)}
        >
          <ErrorSummary {...summary} formError={formError} />
          <input type="hidden" name="key" value={values.key ?? key} />
          <input type="hidden" name="artworkId" value={artwork.id} />
          <PersonFields field={field} />
          <TextArea
            label="Message"
            {...field('message')}
            rows={3}
            maxLength={2000}
            optional
            hint="Size, colours, or when you need it."
          />
          <NeededBy
            field={field}
            neededBy={neededBy ?? values.neededBy}
            earliestFinish={earliestFinish}
            today={today}
          />
          <Checkbox
            name="terms"
            ref={look}
            onChange={(event) => setAccepted(event.target.checked)}
            error={errors.terms}
            label={
              <>
                I accept the{' '}
                <Link className="link" to={href('/terms')} target="_blank">
                  terms of service
                </Link>
              </>
            }
          />
          <div>
            <Button
              full
              size="big"
              busy={sending}
              reason={hydrated && !accepted ? 'Accept the terms to send your request.' : undefined}
            >
              {sending ? 'Sending…' : 'Send request'}
            </Button>
          </div>
        </fetcher.Form>
      )}
    </Dialog>
  );
}
