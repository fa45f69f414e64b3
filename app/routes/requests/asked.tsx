import type { ReactNode } from 'react';
import { formatDay } from '#app/basics/india.ts';
import type { RequestPage } from '#app/modules/requests/requests/request-page.ts';
import type { FabricSource } from '#app/modules/requests/requests/custom-order.ts';
import { type RequestAddresses } from './addresses.ts';
import { PictureRow } from './picture-row.tsx';

const SOURCES: Record<FabricSource, Record<RequestPage['side'], string>> = {
  client_provided: { customer: 'Your own', studio: 'The customer’s own' },
  purchase_for_me: { customer: 'We’ll source it', studio: 'To be sourced' },
};

export function Asked({
  page: { asked, kind, side },
  addresses,
}: {
  page: Pick<RequestPage, 'asked' | 'kind' | 'side'>;
  addresses: RequestAddresses;
}) {
  const facts: [label: string, value: ReactNode][] = [
    // The message of a custom order repeats the answers below and names the variant.
    ['Message', kind === 'custom' && asked.designStyle ? null : asked.message],
    ['Variant', kind === 'custom' ? /^Variant: (.+)$/m.exec(asked.message)?.[1] : null],
    ['Fabric', asked.fabricSource && SOURCES[asked.fabricSource][side]],
    ['Fabric notes', asked.fabricNotes],
    ['Design', asked.designStyle],
    ['Stitching', asked.wantStitching === null || kind !== 'custom' ? null : asked.wantStitching ? 'Yes' : 'No'],
    ['Measurements', asked.measurements],
    ['Needed by', asked.neededBy && formatDay(asked.neededBy)],
  ];
  const givenFacts = facts.filter(([, value]) => Boolean(value));
  return (
    <>
      {givenFacts.length > 0 ? (
        <dl className="details-list">
          {givenFacts.map(([label, value]) => (
            <div key={label} className="contents">
              <dt>{label}</dt>
              <dd className="wrap-anywhere whitespace-pre-line">{value}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className="muted">No details were given.</p>
      )}
      <PictureRow pictures={asked.inspiration} noun="Inspiration" addresses={addresses} />
    </>
  );
}
