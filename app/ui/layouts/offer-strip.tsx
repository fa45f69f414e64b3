import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { IconButton } from '#app/ui/kit/button.tsx';
import { scriptCookie } from '#app/basics/cookie-names.ts';
import { DISMISSED_OFFER_COOKIE } from '#app/basics/guest-cookies.ts';
import { useHydrated } from '#app/ui/kit/use-hydrated.ts';

export type Offer = { code: string; percentage: number };

const HIDES_AFTER_MS = 10_000;

export function OfferStrip({ offer, instead }: { offer: Offer; instead: string }) {
  const hydrated = useHydrated();
  const { pathname } = useLocation();
  const [hidden, setHidden] = useState(false);
  const [endedOn, setEndedOn] = useState<string>();
  const [copied, setCopied] = useState(false);
  const strip = useRef<HTMLElement>(null);
  useEffect(() => {
    const end = () => {
      if (strip.current?.matches(':hover, :focus-within')) return;
      clearInterval(timer);
      setEndedOn(window.location.pathname);
    };
    const timer = setInterval(end, HIDES_AFTER_MS);
    return () => clearInterval(timer);
  }, []);
  if (hidden || (endedOn !== undefined && endedOn !== pathname)) return null;
  if (endedOn !== undefined)
    return (
      <aside className="offer geru-9" aria-label="Delivery">
        <p className="wrap">{instead}</p>
      </aside>
    );
  return (
    <aside className="offer geru-9" aria-label="Offer" ref={strip} data-code={offer.code}>
      <div className="wrap">
        <span>
          {hydrated ? (
            <button
              type="button"
              className="offer-code"
              aria-label={`Copy code ${offer.code}`}
              onClick={() => void navigator.clipboard?.writeText(offer.code).then(() => setCopied(true))}
            >
              {offer.code}
            </button>
          ) : (
            <b className="offer-code">{offer.code}</b>
          )}{' '}
          &nbsp;{offer.percentage}% off your order
          <span role="status">{copied ? ' · Copied' : ''}</span>
        </span>
        {hydrated ? (
          <IconButton
            icon="close"
            label="Dismiss offer"
            small
            onClick={() => {
              const code = encodeURIComponent(offer.code);
              document.cookie = scriptCookie(DISMISSED_OFFER_COOKIE, code, location.protocol === 'https:');
              setHidden(true);
            }}
          />
        ) : null}
      </div>
    </aside>
  );
}
