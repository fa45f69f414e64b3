import type { ReactNode } from 'react';
import type { Medium } from '#app/modules/catalogue/artworks/medium.ts';
import type { Artwork } from '#app/modules/catalogue/artworks/artwork.ts';
import { type Dimensions, sizeIn, formatSize } from '#app/modules/catalogue/artworks/dimensions.ts';
import type { Settings } from '#app/modules/store/settings/settings.ts';
import { Accordion } from '#app/ui/kit/accordion.tsx';
import { useSizeUnit } from './size-unit.ts';

const careFor = ({ medium, bestBefore }: Pick<Artwork, 'medium' | 'bestBefore'>): string[] => [
  ...CARE[medium],
  ...(medium === 'skin-care'
    ? [
        `${bestBefore ? `Best before: ${bestBefore}.` : 'Use within 12 months.'} Test it on the inside of your arm first.`,
      ]
    : []),
];

const CARE: Record<Medium, string[]> = {
  fabric: [
    'Dry clean the first time; then wash by hand in cold water with a mild soap, inside out.',
    'Do not wring or bleach. Dry in the shade, iron on the reverse, never on the paint.',
  ],
  oil: [
    'Dust with a dry, soft brush. Keep out of direct sun and damp.',
    'Have it cleaned by a professional every 5 to 10 years.',
  ],
  handcraft: [
    'Wipe with a soft, dry cloth. Keep clay, bamboo and lacquer away from standing water.',
    'Polish brass with tamarind or lemon and a soft cloth.',
  ],
  'skin-care': ['Keep soap on a draining dish and bottles closed, in a cool, dry place.'],
};

/** Soap has no certificate. */
export const isCertified = (
  { medium }: Pick<Artwork, 'medium'>,
  { hasCertificate }: Pick<Settings['promises'], 'hasCertificate'>,
): boolean => hasCertificate && medium !== 'skin-care';

export type Making = 'painted' | 'made' | undefined;

export function ArtworkFacts({
  artwork,
  facts,
  promises,
}: Pick<Settings, 'promises'> & {
  artwork: Artwork;
  facts: { name: string; text: string }[];
}) {
  return (
    <>
      <div>
        <h2 className="my-2 text-h4">Details</h2>
        <dl className="facts-table">
          <Size dimensions={artwork.dimensions} />
          {facts.map(({ name, text }) => (
            <Fact key={name} name={name}>
              {text}
            </Fact>
          ))}
        </dl>
      </div>
      <div>
        <Accordion title="Care instructions" open>
          {careFor(artwork).map((text) => (
            <p key={text}>{text}</p>
          ))}
        </Accordion>
        <Accordion title="Authenticity">
          <p>
            {isCertified(artwork, promises)
              ? 'Made by hand in our studio, never printed. Comes with a certificate of authenticity.'
              : artwork.medium === 'skin-care'
                ? 'Made by hand in our studio, in small batches.'
                : 'Made by hand in our studio, never printed.'}{' '}
            Small differences from the picture are part of handmade work.
          </p>
        </Accordion>
      </div>
    </>
  );
}

function Size({ dimensions }: { dimensions: Dimensions }) {
  const [unit, chooseUnit] = useSizeUnit(dimensions.unit);
  const text = formatSize(sizeIn(dimensions, unit));
  if (!text) return null;
  return (
    <Fact name="Size">
      {text}
      <span className="unit-switch needs-script no-print" role="group" aria-label="Show sizes in">
        {(['cm', 'inches'] as const).map((each) => (
          <button key={each} type="button" aria-pressed={each === unit} onClick={() => chooseUnit(each)}>
            {each}
          </button>
        ))}
      </span>
    </Fact>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
