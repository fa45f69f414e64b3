import { useEffect, useState } from 'react';
import { href, useSubmit } from 'react-router';
import type { PushDevice } from '#app/modules/messaging/push/push.ts';
import { Button } from '#app/ui/kit/button.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { findSubscription, isSupported, subscribe } from './subscription.ts';

type State = 'unknown' | 'unsupported' | 'blocked' | 'off' | 'on' | 'failed';

export function ThisDevice({ device, publicKey }: { device: PushDevice | undefined; publicKey: string }) {
  const submit = useSubmit();
  const [state, setState] = useState<State>('unknown');
  const [isAsking, setAsking] = useState(false);
  const endpoint = device?.endpoint;
  useEffect(() => {
    let isStale = false;
    const look = async () => {
      const found = await readState(endpoint, publicKey);
      if (!isStale) setState(found);
    };
    void look();
    return () => {
      isStale = true;
    };
  }, [endpoint, publicKey]);
  const turnOn = async () => {
    setAsking(true);
    try {
      const subscription = await subscribe(publicKey);
      if (subscription)
        await submit({ intent: 'add', ...subscription }, { method: 'post', action: href('/admin/notifications') });
      else setState('blocked');
    } catch {
      setState('failed');
    } finally {
      setAsking(false);
    }
  };
  if (state === 'on' || (state === 'unknown' && device)) return null;
  return (
    <section className="panel" aria-labelledby="this-device">
      <div className="panel-head">
        <h2 id="this-device">This device</h2>
      </div>
      <div className="grid justify-items-start gap-3 px-panel pb-panel">
        {state === 'unsupported' ? (
          <p>This browser can’t show notifications. On an iPhone, add the shop to the home screen and open it there.</p>
        ) : state === 'blocked' ? (
          <Note tone="alert">Notifications are blocked. Allow them for this site in the browser’s settings.</Note>
        ) : (
          <>
            {state === 'failed' ? (
              <Note tone="alert">The browser could not turn them on. Check your connection and try again.</Note>
            ) : null}
            <p>
              {device ? 'Notifications were turned off in this browser.' : 'Orders, payments, messages and requests.'}
            </p>
            <noscript>
              <p>Notifications need JavaScript.</p>
            </noscript>
            <Button type="button" className="needs-script" busy={isAsking} onClick={() => void turnOn()}>
              Turn on notifications
            </Button>
          </>
        )}
      </div>
    </section>
  );
}

async function readState(endpoint: string | undefined, publicKey: string): Promise<State> {
  if (!isSupported()) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  const subscription = await findSubscription(publicKey);
  return subscription && subscription.endpoint === endpoint ? 'on' : 'off';
}
