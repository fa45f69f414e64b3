import { useNavigation } from 'react-router';
import { formatDay, formatShortMoment } from '#app/basics/india.ts';
import type { RequestPage } from '#app/modules/requests/requests/request-page.ts';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { Field } from '#app/ui/kit/field.tsx';
import { useShopForm } from '#app/ui/kit/use-form.ts';
import type { RequestAddresses } from './addresses.ts';
import { RequestForm } from './request-form.tsx';
import { PictureRow } from './picture-row.tsx';
import { formatMetres, metresText } from './labels.ts';

type Fabric = NonNullable<RequestPage['fabric']>;
type Props = { page: RequestPage; fabric: Fabric; addresses: RequestAddresses };

export function CustomersCloth({ page, fabric, addresses }: Props) {
  return (
    <div className="grid gap-4">
      <ClothFacts fabric={fabric} />
      {!fabric.receivedAt && page.waiting?.what !== 'fabric' && mayStillSend(page) ? (
        <SendCloth fabric={fabric} addresses={addresses} />
      ) : null}
    </div>
  );
}

const mayStillSend = ({ state }: RequestPage): boolean => ['asked', 'quoted', 'agreed', 'design'].includes(state);

function differenceOf({ expectedCm, receivedCm }: Fabric): string {
  if (expectedCm === null || receivedCm === null || expectedCm === receivedCm) return '';
  const difference = Math.abs(receivedCm - expectedCm);
  return `, ${formatMetres(difference)} ${receivedCm < expectedCm ? 'less' : 'more'} than expected`;
}

export function ClothFacts({ fabric }: { fabric: Fabric }) {
  const facts: [label: string, value: string | null][] = [
    ['Expected', fabric.expectedCm === null ? 'Not given yet' : formatMetres(fabric.expectedCm)],
    [
      'Received',
      fabric.receivedAt &&
        `${formatDay(fabric.receivedAt)}, ${formatMetres(fabric.receivedCm ?? 0)}${differenceOf(fabric)}`,
    ],
    ['Marks', fabric.receivedAt && (fabric.marks || 'None')],
    ['Confirmed', fabric.confirmedAt && formatShortMoment(fabric.confirmedAt)],
    ['Left over', fabric.leftCm === null ? null : `${formatMetres(fabric.leftCm)}, returned with the parcel`],
  ];
  return (
    <dl className="details-list">
      {facts.map(([label, value]) =>
        value ? (
          <div key={label} className="contents">
            <dt>{label}</dt>
            <dd className="num wrap-anywhere whitespace-pre-line">{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}

export function SendCloth({ fabric: { expectedCm }, addresses }: Omit<Props, 'page'>) {
  const { field } = useShopForm({
    intent: 'expect-fabric',
    known: { metres: expectedCm === null ? '' : metresText(expectedCm) },
  });
  return (
    <>
      <RequestForm intent="expect-fabric" action={addresses.page}>
        <Field
          label="How many metres are you sending?"
          {...field('metres')}
          inputMode="decimal"
          autoComplete="off"
          className="max-w-44"
          required
        />
        <div>
          <Button look="secondary" busy={useNavigation().formData?.get('intent') === 'expect-fabric'}>
            {expectedCm === null ? 'Save length' : 'Change length'}
          </Button>
        </div>
      </RequestForm>
      {addresses.label ? (
        <p>
          <ButtonLink look="card" icon="print" to={addresses.label}>
            Label for your parcel
          </ButtonLink>
        </p>
      ) : null}
    </>
  );
}

export function ClothThatCame({ page, fabric, addresses }: Props) {
  const arrival = page.timeline.findLast((entry) => entry.kind === 'stage' && entry.stage === 'fabric-in');
  return (
    <>
      <p>We received your fabric. Please check that it is yours so we can start painting.</p>
      <ClothFacts fabric={fabric} />
      {arrival?.kind === 'stage' ? (
        <PictureRow pictures={arrival.pictures} noun="Your fabric" addresses={addresses} />
      ) : null}
      <RequestForm intent="confirm-fabric" action={addresses.page}>
        <input type="hidden" name="receivedAt" value={fabric.receivedAt?.toISOString()} />
        <div>
          <Button icon="check" busy={useNavigation().formData?.get('intent') === 'confirm-fabric'}>
            Yes, this is my fabric
          </Button>
        </div>
      </RequestForm>
      <p className="meta">Is something wrong? Write to us below first.</p>
    </>
  );
}
