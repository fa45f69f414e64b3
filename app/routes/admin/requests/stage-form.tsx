import { useNavigation } from 'react-router';
import type { RequestPage } from '#app/modules/requests/requests/request-page.ts';
import {
  isStillToPaint,
  MAX_PICTURES,
  mayHappen,
  type Stage,
  STAGE_EVENTS,
  STAGE_LABELS,
  STAGES,
} from '#app/modules/requests/requests/request.ts';
import { NOT_YET } from '#app/modules/requests/requests/messages.ts';
import type { RequestAddresses } from '#app/routes/requests/addresses.ts';
import { RequestForm } from '#app/routes/requests/request-form.tsx';
import { ClothFacts } from '#app/routes/requests/customers-cloth.tsx';
import type { RequestPageAnswer } from '#app/routes/requests/request-answer.ts';
import { metresText } from '#app/routes/requests/labels.ts';
import { Button } from '#app/ui/kit/button.tsx';
import { Checkbox, Field, Select, TextArea } from '#app/ui/kit/field.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { useShopForm } from '#app/ui/kit/use-form.ts';
import { useHydrated } from '#app/ui/kit/use-hydrated.ts';
import { useFormAnswer } from '#app/ui/kit/use-form-answer.ts';
import { PrivatePictures, usePrivatePictures } from '#app/ui/shop/private-pictures.tsx';
import { useExpired } from './use-expired.ts';

type Props = {
  page: RequestPage;
  addresses: RequestAddresses;
  formKey: string;
  /** Photos that were uploaded but not submitted, or whose stage was undone. */
  waiting: { id: string }[];
};

/** The customer's fabric is recorded in another form. */
const stagesOf = ({ state, fabric }: RequestPage): Stage[] =>
  STAGES.filter((stage) => (stage !== 'fabric-in' || fabric === null) && mayHappen(STAGE_EVENTS[stage], state));

export function StageForm({ page, now, ...props }: Props & { now: Date }) {
  const stages = stagesOf(page);
  return (
    <div className="grid gap-4">
      <UndoStage page={page} now={now} action={props.addresses.page} />
      {page.missing.painting && stages.includes('painting') ? (
        <Note tone="info">{NOT_YET[page.missing.painting]}</Note>
      ) : null}
      {page.state === 'ready' && page.missing.dispatch ? (
        <Note tone="info">{NOT_YET[page.missing.dispatch]}</Note>
      ) : null}
      {stages.length > 0 ? (
        <RecordStage key={props.formKey} page={page} stages={stages} {...props} />
      ) : (
        <p className="muted">Next: pack and ship this order.</p>
      )}
    </div>
  );
}

function RecordStage({ page, stages, addresses, formKey, waiting }: Props & { stages: Stage[] }) {
  const [newest] = page.quotes;
  const at = STAGES.findIndex((stage) => stage === page.state);
  const next = stages.find((stage) => STAGES.indexOf(stage) > at) ?? stages[0]!;
  const { values, field, tick } = useShopForm({
    intent: 'stage',
    known: { key: formKey, stage: next, asksApproval: newest?.asksApproval ? 'yes' : '' },
  });
  return (
    <RequestForm intent="stage" action={`${addresses.page}#work`} hasPictures>
      <Select label="Next stage" {...field('stage')}>
        {stages.map((stage) => (
          <option key={stage} value={stage}>
            {STAGE_LABELS[stage]}
          </option>
        ))}
      </Select>
      <TextArea label="Note" {...field('note')} rows={2} maxLength={2000} optional />
      <StagePictures
        intent="stage"
        name="stagePictures"
        formKey={values.key || formKey}
        waiting={waiting}
        addresses={addresses}
        noun="Photo"
      />
      {stages.includes('design') ? (
        <Checkbox {...tick('asksApproval')} label="Ask the customer to approve the design before painting" />
      ) : null}
    </RequestForm>
  );
}

function StagePictures({
  intent,
  name,
  formKey,
  waiting,
  addresses,
  noun,
}: {
  intent: string;
  name: string;
  formKey: string;
  waiting: { id: string }[];
  addresses: RequestAddresses;
  noun: string;
}) {
  const scripted = useHydrated();
  const answer = useFormAnswer() as RequestPageAnswer | undefined;
  const own = answer?.typed?.intent === intent ? answer : undefined;
  const place = {
    address: () => addresses.uploads(formKey),
    src: (id: string) => addresses.upload(formKey, id),
    most: MAX_PICTURES,
  };
  const uploads = usePrivatePictures(own?.pictures ?? waiting, place);
  const sending = useNavigation().formData?.get('intent') === intent;
  return (
    <>
      <input type="hidden" name="key" value={formKey} />
      {uploads.pictures.map(({ id }) => (
        <input key={id} type="hidden" name="picture" value={id} />
      ))}
      <PrivatePictures
        state={uploads}
        place={place}
        legend="Photos"
        name={name}
        noun={noun}
        scripted={scripted}
        error={own?.pictureError}
      />
      <div>
        <Button busy={sending} reason={uploads.isUploading ? 'Waiting for the photos' : undefined}>
          {intent === 'stage' ? 'Post update' : 'Fabric received'}
        </Button>
      </div>
    </>
  );
}

const UNDO_WITHIN_MS = 60_000;

function UndoStage({ page, now, action }: { page: RequestPage; now: Date; action: string }) {
  const newest = page.timeline.findLast((entry) => entry.kind === 'stage');
  const isExpired = useExpired(newest ? new Date(newest.at.getTime() + UNDO_WITHIN_MS) : null, now);
  if (newest?.kind !== 'stage' || isExpired) return null;
  return (
    <Note tone="done">
      <RequestForm intent="undo-stage" action={action}>
        <span className="flex flex-wrap items-center justify-between gap-3">
          {STAGE_LABELS[newest.stage]} posted. <Button look="quiet">Undo</Button>
        </span>
      </RequestForm>
    </Note>
  );
}

export function StudioFabric({
  page,
  fabric,
  addresses,
  formKey,
  waiting,
}: Props & { fabric: NonNullable<RequestPage['fabric']> }) {
  // Until painting begins, fabric may arrive and mistakes may need a correction.
  const mayReceive = isStillToPaint(page.state);
  const isRestRecorded = fabric.leftCm !== null;
  const { field: leftField } = useShopForm({
    intent: 'fabric-left',
    known: { leftMetres: isRestRecorded ? metresText(fabric.leftCm!) : '' },
  });
  return (
    <div className="grid gap-4">
      <ClothFacts fabric={fabric} />
      {mayReceive && !fabric.confirmedAt ? (
        <ReceiveFabric key={formKey} page={page} addresses={addresses} formKey={formKey} waiting={waiting} />
      ) : null}
      {fabric.receivedAt ? (
        <RequestForm intent="fabric-left" action={addresses.page}>
          <Field
            label="Metres left over"
            {...leftField('leftMetres')}
            hint="Shown on the packing slip. We send it back."
            inputMode="decimal"
            autoComplete="off"
            className="max-w-60"
            required
          />
          <div>
            <Button look="card">Save</Button>
          </div>
        </RequestForm>
      ) : null}
    </div>
  );
}

function ReceiveFabric({ page: { fabric }, addresses, formKey, waiting }: Props) {
  const cm = fabric?.receivedCm ?? fabric?.expectedCm ?? null;
  const { values, field } = useShopForm({
    intent: 'receive-fabric',
    known: { key: formKey, metres: cm === null ? '' : metresText(cm), marks: fabric?.marks ?? '' },
  });
  return (
    <RequestForm intent="receive-fabric" action={addresses.page} hasPictures>
      <Field
        label="Metres received"
        {...field('metres')}
        inputMode="decimal"
        autoComplete="off"
        className="max-w-60"
        required
      />
      <TextArea label="Marks, stains, tears" {...field('marks')} rows={2} maxLength={1000} optional />
      <StagePictures
        intent="receive-fabric"
        name="clothPictures"
        formKey={values.key || formKey}
        waiting={waiting}
        addresses={addresses}
        noun="Photo of the fabric"
      />
    </RequestForm>
  );
}
