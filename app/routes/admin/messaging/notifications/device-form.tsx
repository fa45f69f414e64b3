import { Form, href } from 'react-router';
import { NOTICE_LABELS, type PushDevice } from '#app/modules/messaging/push/push.ts';
import { Button } from '#app/ui/kit/button.tsx';
import { Checkbox, Select } from '#app/ui/kit/field.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { useShopForm } from '#app/ui/kit/use-form.ts';
import { isSupported, unsubscribe } from './subscription.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

export function DeviceForm({ device, isAlone }: { device: PushDevice; isAlone: boolean }) {
  const heading = `device-${device.id}`;
  if (device.isThis || isAlone)
    return (
      <section className="panel" aria-labelledby={heading}>
        <div className="panel-head">
          <h2 id={heading}>{device.isThis ? 'This device' : device.name}</h2>
          {device.isThis ? <span className="meta">{device.name}</span> : null}
        </div>
        <Choices device={device} />
      </section>
    );
  return (
    <details className="panel">
      <summary className="flex min-h-11 items-center px-panel py-2 font-semibold">{device.name}</summary>
      <Choices device={device} />
    </details>
  );
}

function Choices({ device }: { device: PushDevice }) {
  const { values, errors, field } = useShopForm({
    known: {
      quietFrom: String(device.quietFrom ?? ''),
      quietUntil: String(device.quietUntil ?? ''),
      device: device.id,
    },
  });
  const isMine = values['device'] === device.id;
  const quiet = (name: 'quietFrom' | 'quietUntil') => ({
    ...field(name),
    id: `${name}-${device.id}`,
    defaultValue: isMine ? (values[name] ?? '') : String(device[name] ?? ''),
    error: isMine ? errors[name] : undefined,
  });
  const action = href('/admin/notifications');
  return (
    <div className="grid gap-5 px-panel pb-panel">
      {device.lastError ? <Note tone="alert">The last notification did not arrive. {device.lastError}.</Note> : null}
      <Form method="post" action={action} className="grid justify-items-start gap-4">
        <input type="hidden" name="device" value={device.id} />
        <fieldset className="grid">
          <legend className="sr-only">Notify me about</legend>
          {Object.entries(NOTICE_LABELS).map(([kind, label]) => (
            <Checkbox
              key={kind}
              label={label}
              name="kinds"
              value={kind}
              defaultChecked={device.kinds.some((chosen) => chosen === kind)}
            />
          ))}
        </fieldset>
        <fieldset className="grid w-full max-w-sm grid-cols-2 gap-3">
          <legend className="pb-1 font-semibold">Quiet hours</legend>
          {(['quietFrom', 'quietUntil'] as const).map((name) => (
            <Select key={name} label={name === 'quietFrom' ? 'From' : 'Until'} {...quiet(name)}>
              <option value="">None</option>
              {HOURS.map((hour) => (
                <option key={hour} value={hour}>
                  {`${String(hour).padStart(2, '0')}:00`}
                </option>
              ))}
            </Select>
          ))}
        </fieldset>
        <Checkbox
          label="Show names and amounts on the locked screen"
          name="showsDetails"
          value="on"
          defaultChecked={device.showsDetails}
        />
        <Button name="intent" value="change">
          Save changes
        </Button>
      </Form>
      <Form method="post" action={action} className="flex flex-wrap gap-3">
        <input type="hidden" name="device" value={device.id} />
        <Button look="card" name="intent" value="test">
          Send a test
        </Button>
        <Button
          look="quiet"
          name="intent"
          value="remove"
          onClick={() => {
            if (device.isThis && isSupported()) void unsubscribe();
          }}
        >
          Turn off
        </Button>
      </Form>
    </div>
  );
}
