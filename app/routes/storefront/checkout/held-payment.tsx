import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { href, useFetcher, useSubmit } from 'react-router';
import { FAILURE_TEXT } from '#app/basics/failure-text.ts';
import { formatRupees } from '#app/basics/money.ts';
import { cn } from '#app/ui/kit/class-names.ts';
import { Button } from '#app/ui/kit/button.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { mayOpenPayment, TYPED_FIELDS } from './checkout-form.ts';
import { HoldClock } from './hold-clock.tsx';
import type { Answer, Open, OpenCheckout } from './open-checkout.ts';
import { UpiBox } from './upi-box.tsx';

export function HeldPayment({
  open,
  lines,
  form,
  device,
  isFolded,
  error,
}: Pick<OpenCheckout, 'lines' | 'device'> & {
  /** Whether the section is already folded below the gateway. The QR code is then not folded. */
  isFolded: boolean;
  open: Open;
  form: RefObject<HTMLFormElement | null>;
  error: string | undefined;
}) {
  const fetcher = useFetcher<Answer>();
  const box = useRef<HTMLDivElement>(null);
  const isAsking = fetcher.state !== 'idle';
  const submit = useSubmit();
  const ask = () => {
    const fields = typedFields(form);
    // The QR code must have the same total as the summary.
    if (open.quotedFor) fields.set('zipCode', open.quotedFor);
    fields.set('intent', 'show-qr');
    fields.set(FAILURE_TEXT, 'The shop could not be reached. Nothing is held; try again.');
    void fetcher.submit(fields, { method: 'post', action: href('/checkout') });
  };
  const mayPay = () => {
    if (!form.current) return false;
    const fields = new FormData(form.current);
    fields.set('intent', 'pay-online');
    if (mayOpenPayment(fields)) return true;
    const sent = new FormData(form.current);
    sent.set('intent', 'pay-online');
    void submit(sent, { method: 'post', preventScrollReset: true });
    return false;
  };
  const [ended, setEnded] = useState<string | null>(null);
  const newest = useNewest(open, fetcher.data?.qr);
  // A phone may be offline while the shopper pays in another app, so the page also counts the time.
  const isOver = newest.hold.heldUntil !== null && newest.hold.heldUntil === ended;
  const hold = isOver ? { ...newest.hold, stage: 'ended' as const } : newest.hold;
  const upi = isOver ? undefined : newest.upi;
  const wanted = JSON.stringify([
    open.totals.total,
    lines.map((line) => [line.variantId ?? line.artworkId, line.quantity]),
  ]);
  useAskWhenSeen(box, hold.stage === 'none' ? wanted : undefined, ask);
  useAskAtOnce(hold.stage === 'changed' ? wanted : undefined, ask);
  useSendTypedWhenLeft(form, upi !== undefined);
  const replaced = useReplaced(upi?.amount);
  const message = fetcher.data?.holdError ?? fetcher.data?.formError ?? error;
  const button =
    hold.stage === 'ended'
      ? 'Hold it again'
      : device.isPhone
        ? `Pay ${formatRupees(open.totals.total)}`
        : hold.stage === 'changed'
          ? 'Show the new QR'
          : 'Show the QR';
  return (
    <div
      ref={box}
      className={cn(
        'held-payment',
        device.isPhone && !isFolded && 'held-on-phone',
        !isFolded && device.upiApps.length > 1 && 'held-by-apps',
      )}
    >
      {upi ? (
        <>
          <HoldClock
            key={hold.heldUntil}
            until={hold.heldUntil!}
            secondsLeft={hold.secondsLeft}
            onEnd={() => setEnded(hold.heldUntil)}
          />
          <p role="status" className="empty:hidden">
            {replaced
              ? `The total has changed. Use this new QR code for ${formatRupees(upi.amount)}; the one for ${formatRupees(replaced)} is no longer valid.`
              : ''}
          </p>
          <UpiBox upi={upi} device={device} mayPay={mayPay} showsQr={isFolded} />
        </>
      ) : (
        <div className="qr-box">
          {message && !isAsking ? (
            <Note tone="alert">{message}</Note>
          ) : (
            <HoldText hold={hold} isPhone={device.isPhone} />
          )}
          {(hold.stage === 'ended' && !hold.mayHoldAgain) || (hold.stage === 'changed' && isAsking) ? null : (
            <Button
              look="secondary"
              name="intent"
              value="show-qr"
              busy={isAsking}
              onClick={(event) => {
                event.preventDefault();
                ask();
              }}
            >
              {button}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

function typedFields(form: RefObject<HTMLFormElement | null>): FormData {
  const fields = new FormData();
  const typed = form.current ? new FormData(form.current) : new FormData();
  for (const name of ['key', ...TYPED_FIELDS]) fields.set(name, typed.get(name) ?? '');
  return fields;
}

/** Saves the address when the shopper leaves for a UPI app, because the shopper may never return. */
function useSendTypedWhenLeft(form: RefObject<HTMLFormElement | null>, hasQr: boolean): void {
  useEffect(() => {
    if (!hasQr) return;
    const send = () => {
      if (document.visibilityState === 'hidden')
        navigator.sendBeacon(href('/checkout/typed-address'), typedFields(form));
    };
    document.addEventListener('visibilitychange', send);
    return () => document.removeEventListener('visibilitychange', send);
  }, [form, hasQr]);
}

function HoldText({ hold, isPhone }: Pick<Open, 'hold'> & { isPhone: boolean }) {
  switch (hold.stage) {
    case 'ended':
      return (
        <p role="status">
          The 15 minutes are over, and others can buy your pieces again. Have you paid already? Enter the reference
          below; we still accept it.{' '}
          {hold.mayHoldAgain ? null : 'They were held for you three times within an hour and can be held again later.'}
        </p>
      );
    case 'changed':
      return <p role="status">The total has changed. Do not pay the earlier QR code.</p>;
    case 'none':
    case 'held':
      return (
        <p>
          {isPhone ? 'We' : 'When we show the QR code, we'} hold your pieces for 15 minutes, so that nobody else can buy
          them while you pay.
        </p>
      );
  }
}

const SEEN = 0.2;

function useAskWhenSeen(box: RefObject<HTMLElement | null>, wanted: string | undefined, ask: () => void): void {
  const asked = useRef<string>(undefined);
  const askOnce = useEffectEvent((isSeen: boolean) => {
    if (!isSeen || document.visibilityState !== 'visible' || wanted === undefined || asked.current === wanted) return;
    asked.current = wanted;
    ask();
  });
  useEffect(() => {
    if (!box.current || wanted === undefined) return;
    let isSeen = false;
    const observer = new IntersectionObserver(
      ([entry]) => {
        isSeen = entry!.isIntersecting;
        askOnce(isSeen);
      },
      { threshold: SEEN },
    );
    const look = () => askOnce(isSeen);
    observer.observe(box.current);
    document.addEventListener('visibilitychange', look);
    return () => {
      observer.disconnect();
      document.removeEventListener('visibilitychange', look);
    };
  }, [box, wanted]);
}

/** Requests a QR code immediately, without extending a hold. */
function useAskAtOnce(wanted: string | undefined, ask: () => void): void {
  const asked = useRef<string>(undefined);
  const askOnce = useEffectEvent(() => {
    if (wanted === undefined || asked.current === wanted) return;
    asked.current = wanted;
    ask();
  });
  useEffect(() => askOnce(), [wanted]);
}

function useNewest(open: Open, answer: Answer['qr']): Pick<Open, 'hold' | 'upi'> {
  const [answered, setAnswered] = useState<{ open: Open; answer: Answer['qr'] }>();
  if (answer && answer !== answered?.answer) setAnswered({ open, answer });
  const fits = answered?.open === open && answered.answer?.upi.amount === open.totals.total;
  return fits ? answered.answer! : open;
}

function useReplaced<Amount>(amount: Amount | undefined): Amount | undefined {
  const [shown, setShown] = useState({ amount, before: undefined as Amount | undefined });
  if (amount !== undefined && amount !== shown.amount) setShown({ amount, before: shown.amount });
  return shown.before;
}
