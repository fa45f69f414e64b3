import type { ReactNode } from 'react';
import { formatDay } from '#app/basics/india.ts';
import type { RequestPage } from '#app/modules/requests/requests/request-page.ts';
import { FABRIC_SOURCES } from '#app/modules/requests/requests/custom-order.ts';
import { type RequestAddresses } from './addresses.ts';
import { PictureRow } from './picture-row.tsx';

export function Asked({
  page: { asked, kind },
  addresses,
}: {
  page: Pick<RequestPage, 'asked' | 'kind'>;
  addresses: RequestAddresses;
}) {
  const facts: [label: string, value: ReactNode][] = [
    // A custom order's message repeats the answers below, and names the variant.
    ['Message', kind === 'custom' && asked.designStyle ? null : asked.message],
    ['Variant', kind === 'custom' ? /^Variant: (.+)$/m.exec(asked.message)?.[1] : null],
    ['Fabric', asked.fabricSource && FABRIC_SOURCES[asked.fabricSource]],
    ['About it', asked.fabricNotes],
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
        <p className="muted">Nothing but the piece itself.</p>
      )}
      <PictureRow pictures={asked.inspiration} noun="Inspiration" addresses={addresses} />
    </>
  );
}
