import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { Link, useFetcher, useNavigate, useSearchParams } from 'react-router';
import type { ArtworkSummary } from '#app/modules/catalogue/artwork.ts';
import {
  FABRIC_SOURCES,
  missingOn,
  MAX_INSPIRATION,
  reachableStep,
  STEPS,
  stepOf,
  type CustomOrderDraft,
  type FabricSource,
  type Step,
} from '#app/modules/custom-orders/custom-order.ts';
import { CONTACT_MISSING, CUSTOM_ORDER_REFUSALS } from '#app/modules/custom-orders/messages.ts';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { cn } from '#app/ui/kit/class-names.ts';
import { ErrorSummary } from '#app/ui/kit/error-summary.tsx';
import { FieldError, TextArea, RadioCard } from '#app/ui/kit/field.tsx';
import { PersonFields } from '#app/ui/shop/person-fields.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { GrowingChowki } from '#app/ui/shop/ornaments.tsx';
import { Picture } from '#app/ui/shop/picture.tsx';
import { scenes } from '#app/ui/shop/scenes.ts';
import { forgetDesign, keepDesign, keptDesign } from '#app/ui/shop/selected-design.ts';
import { type PicturePlace, PrivatePictures, usePrivatePictures } from '#app/ui/shop/private-pictures.tsx';
import { keepDraft, readDraft, restoreDraft } from './draft.ts';

const INSPIRATION: PicturePlace = {
  address: '/custom-order/pictures',
  src: (id) => `/inspiration/${id}`,
  most: MAX_INSPIRATION,
};

/** What the custom order is answered; `message` when it could not be sent at all. */
export type CustomOrderAnswer =
  | { ok: true; note?: string }
  | {
      ok: false;
      typed?: Record<string, string>;
      errors?: Record<string, string>;
      formError?: string;
      pictureError?: string;
      pictures?: { id: string }[];
      message?: string;
    };

const QUESTIONS: Record<Step, string> = {
  1: 'Whose fabric shall we paint on?',
  2: 'What shall we paint?',
  3: 'Shall we stitch it?',
  4: 'Is everything as you want it?',
};
/** On which step a field is asked for; the others are on the last. */
const STEP_OF_FIELD: Record<string, Step> = { fabricSource: 1, fabricNotes: 1, designStyle: 2, wantStitching: 3 };

/**
 * The custom order: four steps of one question each, in the address so that back works. All of it is one form, which
 * without JavaScript is shown at once. What was typed is kept in the browser and put back after a reload; when the
 * connection is away it is sent once it is back, under the same key.
 */
export function Wizard({
  formKey,
  piece,
  pictures,
  prefilled,
  answer: posted,
  onReceived,
}: {
  formKey: string;
  piece?: ArtworkSummary;
  pictures: { id: string }[];
  prefilled: { name: string; email: string; phone: string };
  answer?: CustomOrderAnswer;
  onReceived: (note?: string) => void;
}) {
  const fetcher = useFetcher<CustomOrderAnswer>();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const form = useRef<HTMLFormElement>(null);
  const [key, setKey] = useState(formKey);
  // Undefined until the page's script has looked at the form: until then what the server made is shown.
  const [draft, setDraft] = useState<CustomOrderDraft>();
  const [ownTrouble, setOwnTrouble] = useState<string>();
  const uploads = usePrivatePictures(posted?.ok === false && posted.pictures ? posted.pictures : pictures, INSPIRATION);
  const scripted = draft !== undefined;
  const asked = stepOf(search.get('step'));
  const step = scripted ? reachableStep(asked, draft) : asked;
  const reason = scripted ? missingOn(step, draft) : undefined;
  const sending = fetcher.state !== 'idle';
  const answer = fetcher.data ?? posted;
  const trouble = answer?.ok === false ? answer : undefined;
  const typed: CustomOrderDraft = posted?.ok === false && posted.typed ? posted.typed : prefilled;
  const errors = trouble?.errors ?? {};
  const isCutOff = trouble?.message !== undefined && !sending;

  const addressOf = (to: Step) => {
    const wanted = new URLSearchParams(search);
    wanted.set('step', String(to));
    return `?${wanted}`;
  };

  const begin = useEffectEvent(() => {
    if (!form.current) return;
    const keptKey = posted?.ok === false ? posted.typed?.key : restoreDraft(form.current);
    if (keptKey) setKey(keptKey);
    setDraft(readDraft(form.current));
  });
  useEffect(() => begin(), []);

  const noteDraft = () => {
    if (!form.current) return;
    const now = readDraft(form.current);
    setDraft(now);
    keepDraft(now, key);
  };

  // The design may have been chosen on another page: then the address is told, and the server tells what it is.
  const meetPiece = useEffectEvent(() => {
    const named = search.get('piece');
    if (piece) return keepDesign(piece);
    const kept = keptDesign();
    if (named && named === kept) return forgetDesign();
    if (!kept) return;
    const wanted = new URLSearchParams(search);
    wanted.set('piece', kept);
    void navigate(`?${wanted}`, { replace: true, preventScrollReset: true });
  });
  useEffect(() => meetPiece(), [piece?.id]);

  const headings = useRef<Partial<Record<Step, HTMLHeadingElement | null>>>({});
  const shown = useRef<Step>(undefined);
  useEffect(() => {
    if (!scripted) return;
    if (shown.current && shown.current !== step) headings.current[step]?.focus({ preventScroll: true });
    shown.current = step;
  }, [scripted, step]);

  const send = () => {
    if (!form.current) return;
    const now = readDraft(form.current);
    const isMissing = !now.name?.trim() || !now.email?.trim() || !now.phone?.trim();
    const no = isMissing ? CONTACT_MISSING : piece ? undefined : CUSTOM_ORDER_REFUSALS['no-design'];
    setOwnTrouble(no);
    if (no || !piece) return;
    keepDraft(now, key);
    const {
      fabricSource = '',
      fabricNotes = '',
      designStyle = '',
      wantStitching = '',
      name = '',
      email = '',
      phone = '',
    } = now;
    void fetcher.submit(
      { key, artworkId: piece.id, fabricSource, fabricNotes, designStyle, wantStitching, name, email, phone },
      { method: 'post' },
    );
  };

  const sendAgain = useEffectEvent(send);
  useEffect(() => {
    if (!isCutOff) return;
    const onOnline = () => sendAgain();
    window.addEventListener('online', onOnline);
    return () => window.removeEventListener('online', onOnline);
  }, [isCutOff]);

  const hear = useEffectEvent((heard: CustomOrderAnswer) => {
    if (heard.ok) return onReceived(heard.note);
    const wrong = Object.keys(heard.errors ?? {}).map((name) => STEP_OF_FIELD[name]);
    const first = wrong.find((each) => each !== undefined);
    if (first) void navigate(addressOf(first));
  });
  useEffect(() => {
    if (fetcher.data) hear(fetcher.data);
  }, [fetcher.data]);

  const formError = ownTrouble ?? trouble?.formError;
  const section = (which: Step, children: ReactNode) => (
    <section
      className="form"
      data-current={which === step || undefined}
      hidden={scripted && which !== step}
      aria-labelledby={`question-${which}`}
    >
      <div>
        <p className="meta">Step {which} of 4</p>
        <h2 id={`question-${which}`} tabIndex={-1} ref={(heading) => void (headings.current[which] = heading)}>
          {QUESTIONS[which]}
        </h2>
      </div>
      {children}
    </section>
  );
  const radios = (name: 'fabricSource' | 'wantStitching', label: string, children: ReactNode) => (
    <fieldset
      className="field gap-3"
      aria-describedby={errors[name] ? `field-${name}-error` : undefined}
      id={`field-${name}`}
    >
      <legend className="sr-only">{label}</legend>
      {children}
      {errors[name] ? <FieldError id={`field-${name}-error`}>{errors[name]}</FieldError> : null}
    </fieldset>
  );
  const fabric = FABRIC_SOURCES[draft?.fabricSource as FabricSource];
  const stitching = draft?.wantStitching === 'yes' ? 'Yes, please' : 'No, just the cloth';
  const summaries: Partial<Record<Step, string>> = {
    1: fabric,
    2: piece?.title ?? 'No piece chosen yet',
    3: stitching,
  };

  return (
    <div className="wrap wizard" data-scripted={scripted || undefined}>
      <h1 className="sr-only">Custom order</h1>
      <div className="wizard-side">
        <GrowingChowki stage={step} />
        <ol className="wizard-steps">
          {STEPS.map((name, index) => {
            const each = (index + 1) as Step;
            const done = scripted && each < step;
            return (
              <li
                key={name}
                className={cn(each === step && 'is-current', done && 'is-done')}
                aria-current={each === step ? 'step' : undefined}
              >
                <span>{name}</span>
                {done ? (
                  <span className="meta">
                    {summaries[each]} ·{' '}
                    <Link className="link" to={addressOf(each)}>
                      Change<span className="sr-only"> {name.toLowerCase()}</span>
                    </Link>
                  </span>
                ) : null}
              </li>
            );
          })}
        </ol>
      </div>
      <form
        ref={form}
        method="post"
        encType="multipart/form-data"
        className="wizard-form"
        noValidate
        aria-label="Custom order"
        onInput={noteDraft}
        onSubmit={(event) => {
          event.preventDefault();
          if (sending || uploads.isUploading) return;
          if (step === 4) send();
          else if (!reason) void navigate(addressOf((step + 1) as Step));
        }}
      >
        {step === 4 || !scripted ? <ErrorSummary errors={trouble?.errors} formError={formError} /> : null}
        <input type="hidden" name="key" value={key} />
        <input type="hidden" name="artworkId" value={piece?.id ?? ''} />
        {section(
          1,
          <>
            {piece ? null : <Unchosen />}
            {radios(
              'fabricSource',
              'Where the fabric comes from',
              <>
                <RadioCard
                  name="fabricSource"
                  value="client_provided"
                  defaultChecked={typed.fabricSource === 'client_provided'}
                  label={FABRIC_SOURCES.client_provided}
                  detail="You send us your saree, dupatta or cloth."
                  icon={
                    <Picture
                      className="wizard-picture"
                      picture={scenes['folded-stack-ribbon']}
                      alt=""
                      sizes="72px"
                      first
                    />
                  }
                />
                <RadioCard
                  name="fabricSource"
                  value="purchase_for_me"
                  defaultChecked={typed.fabricSource === 'purchase_for_me'}
                  label={FABRIC_SOURCES.purchase_for_me}
                  detail="We buy the cloth for you and add its price to the quote."
                  icon={
                    <Picture
                      className="wizard-picture"
                      picture={scenes['madhubani-dupatta-1']}
                      alt=""
                      sizes="72px"
                      first
                    />
                  }
                />
              </>,
            )}
            <TextArea
              label="About the fabric"
              name="fabricNotes"
              rows={3}
              maxLength={1000}
              optional
              hint="Silk or cotton, the colour, how many metres."
              defaultValue={typed.fabricNotes}
              error={errors.fabricNotes}
            />
          </>,
        )}
        {section(
          2,
          <>
            {piece ? <Chosen piece={piece} /> : <Unchosen />}
            <TextArea
              label="Describe your design"
              name="designStyle"
              rows={5}
              maxLength={3000}
              hint="Colours, motifs, where they should fall. Hindi or English."
              defaultValue={typed.designStyle}
              error={errors.designStyle}
              required
            />
            <PrivatePictures
              state={uploads}
              place={INSPIRATION}
              legend="Pictures that inspire you"
              name="inspiration"
              noun="Inspiration"
              scripted={scripted}
              error={trouble?.pictureError}
            />
          </>,
        )}
        {section(
          3,
          <>
            {radios(
              'wantStitching',
              'Stitching',
              <>
                <RadioCard
                  name="wantStitching"
                  value="yes"
                  defaultChecked={typed.wantStitching === 'yes'}
                  label="Yes, please"
                  detail="A gown, kurta or blouse, stitched to your measurements."
                  icon={<Picture className="wizard-picture" picture={scenes['aipan-gown-form']} alt="" sizes="72px" />}
                />
                <RadioCard
                  name="wantStitching"
                  value="no"
                  defaultChecked={typed.wantStitching === 'no'}
                  label="No, just the cloth"
                  detail="You get the painted cloth and have it stitched, or not."
                  icon={<Picture className="wizard-picture" picture={scenes['dupatta-on-chair']} alt="" sizes="72px" />}
                />
              </>,
            )}
            <p className="meta">
              Not sure about sizes? Look at the{' '}
              <Link className="link" to="/size-guide" target="_blank">
                size guide
              </Link>
              . We ask for your measurements later.
            </p>
          </>,
        )}
        {section(
          4,
          <>
            {scripted ? (
              <dl className="wizard-review">
                <Reviewed name="Piece" to="/gallery/fabric" verb={piece ? 'Change' : 'Choose'}>
                  {piece?.title ?? 'No piece chosen yet'}
                </Reviewed>
                <Reviewed name="Fabric" to={addressOf(1)}>
                  {fabric}
                  {draft.fabricNotes ? <span className="meta block">{draft.fabricNotes}</span> : null}
                </Reviewed>
                <Reviewed name="Design" to={addressOf(2)}>
                  {draft.designStyle}
                  {uploads.pictures.length > 0 ? (
                    <span className="meta block">
                      {uploads.pictures.length} {uploads.pictures.length === 1 ? 'picture' : 'pictures'}
                    </span>
                  ) : null}
                </Reviewed>
                <Reviewed name="Stitching" to={addressOf(3)}>
                  {stitching}
                </Reviewed>
              </dl>
            ) : null}
            <PersonFields typed={typed} errors={errors} />
            {isCutOff ? (
              <Note tone="alert">
                <b>{trouble.message}</b>.{' '}
                {navigator.onLine
                  ? 'Please try again; nothing you wrote is lost.'
                  : 'You seem to be offline. Nothing you wrote is lost: we send it as soon as you are back.'}
              </Note>
            ) : null}
          </>,
        )}
        <div className="wizard-nav" data-for-script>
          {step > 1 ? (
            <ButtonLink look="secondary" to={addressOf((step - 1) as Step)}>
              Back
            </ButtonLink>
          ) : null}
          <div>
            {step === 4 ? (
              <Button
                full
                busy={sending}
                reason={uploads.isUploading ? 'Your pictures are still on their way.' : undefined}
              >
                Submit request
              </Button>
            ) : (
              <Button full disabled={!scripted} reason={reason}>{`Next: ${STEPS[step]!.toLowerCase()}`}</Button>
            )}
          </div>
        </div>
        {scripted ? null : (
          <div className="wizard-nav" data-without-script>
            <div>
              <Button full>Submit request</Button>
            </div>
          </div>
        )}
      </form>
    </div>
  );
}

function Chosen({ piece }: { piece: ArtworkSummary }) {
  return (
    <div className="chosen-artwork">
      <Picture picture={piece.picture} sizes="72px" title={piece.title} alt="" />
      <div>
        <b>{piece.title}</b>
        <span className="meta block">Your starting design</span>
      </div>
      <Link className="link" to="/gallery/fabric">
        Change<span className="sr-only"> the piece</span>
      </Link>
    </div>
  );
}

function Unchosen() {
  return (
    <div className="chosen-artwork">
      <div>
        <b>No piece chosen yet</b>
        <span className="meta block">Every custom order starts from one of our designs.</span>
      </div>
      <Link className="link" to="/gallery/fabric">
        Choose a piece
      </Link>
    </div>
  );
}

function Reviewed({
  name,
  to,
  verb = 'Edit',
  children,
}: {
  name: string;
  to: string;
  verb?: string;
  children: ReactNode;
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
      <dd>
        <Link className="link" to={to}>
          {verb}
          <span className="sr-only"> {name.toLowerCase()}</span>
        </Link>
      </dd>
    </div>
  );
}
