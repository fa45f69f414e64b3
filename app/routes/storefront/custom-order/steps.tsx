import { type ReactNode, useState } from 'react';
import { Link, href } from 'react-router';
import { formatDay } from '#app/basics/india.ts';
import { MAX_MEASUREMENTS_LENGTH } from '#app/modules/identity/accounts/account.ts';
import { isTooEarly, tooEarly } from '#app/modules/requests/calendar/messages.ts';
import { type ArtworkSummary, formatPrice } from '#app/modules/catalogue/artworks/artwork.ts';
import {
  FABRIC_SOURCES,
  type CustomOrderDraft,
  type FabricSource,
} from '#app/modules/requests/requests/custom-order.ts';
import { Checkbox, FieldError, RadioCard, TextArea } from '#app/ui/kit/field.tsx';
import { NeededBy } from '#app/ui/shop/needed-by.tsx';
import { PersonFields } from '#app/ui/shop/person-fields.tsx';
import { Picture } from '#app/ui/shop/picture.tsx';
import { PrivatePictures } from '#app/ui/shop/private-pictures.tsx';
import { scenes } from '#app/ui/shop/scenes.ts';
import type { WizardState } from './use-wizard.ts';

export function FabricStep({ field, ...wizard }: WizardState) {
  return (
    <>
      <Choices
        {...wizard}
        name="fabricSource"
        legend="Where the fabric comes from"
        first
        choices={[
          {
            value: 'client_provided',
            label: FABRIC_SOURCES.client_provided,
            detail: 'You send us your saree, dupatta or cloth.',
            scene: 'folded-stack-ribbon',
          },
          {
            value: 'purchase_for_me',
            label: FABRIC_SOURCES.purchase_for_me,
            detail: 'We buy the cloth for you and add its price to the quote.',
            scene: 'madhubani-dupatta-1',
          },
        ]}
      />
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

export function DesignStep({ field, place, uploads, scripted, pictureError, ...wizard }: WizardState) {
  return (
    <>
      <DesignChoice {...wizard} />
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

export function StitchingStep(wizard: WizardState) {
  return (
    <>
      <Choices
        {...wizard}
        name="wantStitching"
        legend="Stitching"
        choices={[
          {
            value: 'yes',
            label: 'Yes, please',
            detail: 'A gown, kurta or blouse, stitched to your measurements.',
            scene: 'aipan-gown-form',
          },
          {
            value: 'no',
            label: 'No, just the fabric',
            detail: 'You get the painted fabric, unstitched.',
            scene: 'dupatta-on-chair',
          },
        ]}
      />
      <p className="meta">
        Not sure about sizes? See the{' '}
        <Link className="link" to={href('/size-guide')} target="_blank">
          size guide
        </Link>
        . You can also send measurements later.
      </p>
      <Measurements {...wizard} />
      <NeededBy {...wizard} neededBy={(wizard.draft ?? wizard.values).neededBy} />
    </>
  );
}

function Measurements({ draft, scripted, field, values, isSignedIn }: WizardState) {
  return (
    <div className="form" hidden={scripted && draft?.wantStitching !== 'yes'}>
      <TextArea
        label="Measurements"
        {...field('measurements')}
        rows={3}
        maxLength={MAX_MEASUREMENTS_LENGTH}
        optional
        hint="For example, bust 92 cm, waist 76 cm, length 140 cm."
      />
      {isSignedIn ? (
        <Checkbox
          name="keepMeasurements"
          defaultChecked={values.keepMeasurements === 'on'}
          label="Save these for next time"
        />
      ) : null}
    </div>
  );
}

export const summaryOf = (draft: CustomOrderDraft | undefined, artwork: ArtworkSummary | undefined) => ({
  artwork: artwork?.title ?? 'No piece chosen yet',
  fabric: FABRIC_SOURCES[draft?.fabricSource as FabricSource],
  stitching: draft?.wantStitching === 'yes' ? 'Yes, please' : 'No, just the fabric',
});

export function ReviewStep({
  artwork,
  variant,
  draft,
  field,
  uploads,
  addressOf,
  earliestFinish,
  children,
}: WizardState & { children: ReactNode }) {
  const { fabric, stitching, ...chosen } = summaryOf(draft, artwork);
  return (
    <>
      {draft ? (
        <dl className="wizard-review">
          <Reviewed name="Piece" to={addressOf(2)} verb={artwork ? 'Change' : 'Choose'}>
            {chosen.artwork}
            {variant ? <span className="meta block">Variant: {variant.name}</span> : null}
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
            {draft.wantStitching === 'yes' && draft.measurements ? (
              <span className="meta block whitespace-pre-line wrap-anywhere">{draft.measurements}</span>
            ) : null}
          </Reviewed>
          {draft.neededBy ? (
            <Reviewed name="Needed by" to={addressOf(3)}>
              {formatDay(draft.neededBy)}
              {isTooEarly(draft.neededBy, earliestFinish) ? (
                <span className="meta block">{tooEarly(earliestFinish)}</span>
              ) : null}
            </Reviewed>
          ) : null}
        </dl>
      ) : null}
      <PersonFields field={field} />
      {children}
    </>
  );
}

function Choices({
  name,
  legend,
  choices,
  first,
  values,
  errors,
}: {
  name: 'fabricSource' | 'wantStitching';
  legend: string;
  choices: { value: string; label: string; detail: string; scene: keyof typeof scenes }[];
  first?: boolean;
} & Pick<WizardState, 'values' | 'errors'>) {
  const error = errors[name];
  return (
    <fieldset className="field gap-3" aria-describedby={error ? `field-${name}-error` : undefined} id={`field-${name}`}>
      <legend className="sr-only">{legend}</legend>
      {choices.map(({ value, label, detail, scene }) => (
        <RadioCard
          key={value}
          name={name}
          value={value}
          defaultChecked={values[name] === value}
          label={label}
          detail={detail}
          icon={<Picture className="wizard-picture" picture={scenes[scene]} alt="" sizes="72px" first={first} />}
        />
      ))}
      {error ? <FieldError id={`field-${name}-error`}>{error}</FieldError> : null}
    </fieldset>
  );
}

type DesignState = Pick<WizardState, 'artwork' | 'variant' | 'ownIdea' | 'designs' | 'choose'>;

function DesignChoice(wizard: DesignState) {
  const { artwork, variant, ownIdea } = wizard;
  const [isFolded] = useState(artwork !== undefined && artwork.id !== ownIdea?.id);
  if (!isFolded || !artwork) return <Designs {...wizard} />;
  return (
    <details>
      <summary className="chosen-artwork">
        <Picture picture={artwork.picture} sizes="72px" title={artwork.title} alt="" />
        <span>
          <b className="block">{artwork.title}</b>
          <span className="meta block">{artwork.id === ownIdea?.id ? 'Your own idea' : 'Your starting design'}</span>
          {variant ? <span className="meta block">Variant: {variant.name}</span> : null}
        </span>
        <span className="link">
          Change<span className="sr-only"> the piece</span>
        </span>
      </summary>
      <Designs {...wizard} />
    </details>
  );
}

function Designs({ artwork, ownIdea, designs, choose }: DesignState) {
  const bind = ({ id }: ArtworkSummary) => ({
    name: 'artworkId',
    value: id,
    checked: artwork?.id === id,
    onChange: () => choose(id),
  });
  return (
    <fieldset className="field gap-3" id="field-artworkId">
      <legend className="sr-only">Start from</legend>
      {ownIdea ? (
        <>
          <RadioCard
            {...bind(ownIdea)}
            label="Start from a photo or a sentence"
            detail="Add pictures or describe it below."
            icon={<Picture className="wizard-picture" picture={ownIdea.picture} alt="" sizes="72px" />}
          />
          {designs.length > 0 ? <p className="meta">Or from one of our designs</p> : null}
        </>
      ) : (
        <p className="meta">Every custom order starts from one of our designs.</p>
      )}
      <ul className="design-choices">
        {designs.map((design) => (
          <li key={design.id}>
            <label className="design-choice">
              <Picture picture={design.picture} alt="" sizes="(min-width: 40rem) 140px, 30vw" />
              <input {...bind(design)} type="radio" className="radio-dot" />
              <span>{design.title}</span>
              {design.price === null ? null : (
                <span className="meta">
                  from <span translate="no">{formatPrice(design.price)}</span>
                </span>
              )}
            </label>
          </li>
        ))}
      </ul>
      <Link className="link meta" to={href('/gallery/fabric')}>
        See all fabric pieces
      </Link>
    </fieldset>
  );
}

function Reviewed({
  name,
  to,
  verb = 'Change',
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
