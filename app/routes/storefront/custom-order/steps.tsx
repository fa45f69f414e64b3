import type { ReactNode } from 'react';
import { Link, href } from 'react-router';
import type { ArtworkSummary } from '#app/modules/catalogue/artwork.ts';
import {
  FABRIC_SOURCES,
  type CustomOrderDraft,
  type FabricSource,
  type Step,
} from '#app/modules/custom-orders/custom-order.ts';
import { FieldError, type FieldValues, RadioCard, TextArea } from '#app/ui/kit/field.tsx';
import type { FieldOf } from '#app/ui/kit/use-form.ts';
import { Note } from '#app/ui/kit/note.tsx';
import { PersonFields } from '#app/ui/shop/person-fields.tsx';
import { Picture } from '#app/ui/shop/picture.tsx';
import { PrivatePictures, type PicturePlace, type usePrivatePictures } from '#app/ui/shop/private-pictures.tsx';
import { scenes } from '#app/ui/shop/scenes.ts';

type Uploads = ReturnType<typeof usePrivatePictures>;
type StepProps = { artwork?: ArtworkSummary; values: FieldValues; errors: FieldValues; field: FieldOf };

export function FabricStep({ artwork, values, errors, field }: StepProps) {
  return (
    <>
      {artwork ? null : <NoArtwork />}
      <Radios name="fabricSource" legend="Where the fabric comes from" error={errors.fabricSource}>
        <RadioCard
          name="fabricSource"
          value="client_provided"
          defaultChecked={values.fabricSource === 'client_provided'}
          label={FABRIC_SOURCES.client_provided}
          detail="You send us your saree, dupatta or cloth."
          icon={
            <Picture className="wizard-picture" picture={scenes['folded-stack-ribbon']} alt="" sizes="72px" first />
          }
        />
        <RadioCard
          name="fabricSource"
          value="purchase_for_me"
          defaultChecked={values.fabricSource === 'purchase_for_me'}
          label={FABRIC_SOURCES.purchase_for_me}
          detail="We buy the cloth for you and add its price to the quote."
          icon={
            <Picture className="wizard-picture" picture={scenes['madhubani-dupatta-1']} alt="" sizes="72px" first />
          }
        />
      </Radios>
      <TextArea
        label="About the fabric"
        {...field('fabricNotes')}
        rows={3}
        maxLength={1000}
        optional
        hint="Silk or cotton, the colour, how many metres."
      />
    </>
  );
}

export function DesignStep({
  artwork,
  field,
  uploads,
  place,
  scripted,
  pictureError,
}: Pick<StepProps, 'artwork' | 'field'> & {
  uploads: Uploads;
  place: PicturePlace;
  scripted: boolean;
  pictureError?: string;
}) {
  return (
    <>
      {artwork ? <ChosenArtwork artwork={artwork} /> : <NoArtwork />}
      <TextArea
        label="Describe your design"
        {...field('designStyle')}
        rows={5}
        maxLength={3000}
        hint="Colours, motifs, where they should fall. Hindi or English."
        required
      />
      <PrivatePictures
        state={uploads}
        place={place}
        legend="Pictures that inspire you"
        name="inspiration"
        noun="Inspiration"
        scripted={scripted}
        error={pictureError}
      />
    </>
  );
}

export function StitchingStep({ values, errors }: Pick<StepProps, 'values' | 'errors'>) {
  return (
    <>
      <Radios name="wantStitching" legend="Stitching" error={errors.wantStitching}>
        <RadioCard
          name="wantStitching"
          value="yes"
          defaultChecked={values.wantStitching === 'yes'}
          label="Yes, please"
          detail="A gown, kurta or blouse, stitched to your measurements."
          icon={<Picture className="wizard-picture" picture={scenes['aipan-gown-form']} alt="" sizes="72px" />}
        />
        <RadioCard
          name="wantStitching"
          value="no"
          defaultChecked={values.wantStitching === 'no'}
          label="No, just the cloth"
          detail="You get the painted cloth and have it stitched, or not."
          icon={<Picture className="wizard-picture" picture={scenes['dupatta-on-chair']} alt="" sizes="72px" />}
        />
      </Radios>
      <p className="meta">
        Not sure about sizes? Look at the{' '}
        <Link className="link" to={href('/size-guide')} target="_blank">
          size guide
        </Link>
        . We ask for your measurements later.
      </p>
    </>
  );
}

/** What was answered on each step, as the side of the page and the last step repeat it. */
export const summaryOf = (draft: CustomOrderDraft | undefined, artwork: ArtworkSummary | undefined) => ({
  artwork: artwork?.title ?? 'No piece chosen yet',
  fabric: FABRIC_SOURCES[draft?.fabricSource as FabricSource],
  stitching: draft?.wantStitching === 'yes' ? 'Yes, please' : 'No, just the cloth',
});

/** All answers and who sends them. `notSent` says why it did not get through. */
export function ReviewStep({
  artwork,
  draft,
  field,
  uploads,
  addressOf,
  notSent,
}: Pick<StepProps, 'artwork' | 'field'> & {
  /** Undefined until the page's script runs. */
  draft?: CustomOrderDraft;
  uploads: Uploads;
  addressOf: (step: Step) => string;
  notSent?: string;
}) {
  const { fabric, stitching, ...chosen } = summaryOf(draft, artwork);
  return (
    <>
      {draft ? (
        <dl className="wizard-review">
          <Reviewed name="Piece" to={href('/gallery/fabric')} verb={artwork ? 'Change' : 'Choose'}>
            {chosen.artwork}
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
      <PersonFields field={field} />
      {notSent ? (
        <Note tone="alert">
          <b>{notSent}</b>.{' '}
          {navigator.onLine
            ? 'Please try again; nothing you wrote is lost.'
            : 'You seem to be offline. Nothing you wrote is lost: we send it as soon as you are back.'}
        </Note>
      ) : null}
    </>
  );
}

function Radios({
  name,
  legend,
  error,
  children,
}: {
  name: string;
  legend: string;
  error: string | undefined;
  children: ReactNode;
}) {
  return (
    <fieldset className="field gap-3" aria-describedby={error ? `field-${name}-error` : undefined} id={`field-${name}`}>
      <legend className="sr-only">{legend}</legend>
      {children}
      {error ? <FieldError id={`field-${name}-error`}>{error}</FieldError> : null}
    </fieldset>
  );
}

function ChosenArtwork({ artwork }: { artwork: ArtworkSummary }) {
  return (
    <div className="chosen-artwork">
      <Picture picture={artwork.picture} sizes="72px" title={artwork.title} alt="" />
      <div>
        <b>{artwork.title}</b>
        <span className="meta block">Your starting design</span>
      </div>
      <Link className="link" to={href('/gallery/fabric')}>
        Change<span className="sr-only"> the piece</span>
      </Link>
    </div>
  );
}

function NoArtwork() {
  return (
    <div className="chosen-artwork">
      <div>
        <b>No piece chosen yet</b>
        <span className="meta block">Every custom order starts from one of our designs.</span>
      </div>
      <Link className="link" to={href('/gallery/fabric')}>
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
