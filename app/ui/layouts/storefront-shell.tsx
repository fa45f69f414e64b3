import type { ComponentProps, ReactNode } from 'react';
import { Footer } from './footer.tsx';
import { GuestScript } from './guest-script.tsx';
import { Header } from './header.tsx';
import { OfferStrip, type Offer } from './offer-strip.tsx';

export function StorefrontShell({
  offer,
  notice,
  tagline,
  paysBy,
  freeShipping,
  banner,
  children,
  ...header
}: ComponentProps<typeof Header> & {
  offer?: Offer;
  notice?: ReactNode;
  banner?: ReactNode;
  children: ReactNode;
} & Omit<ComponentProps<typeof Footer>, 'shopName'>) {
  return (
    <div className="page">
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      {notice ? (
        <section aria-label="Notice">
          <p className="geru-9 px-4 py-2.5 text-center text-sm">{notice}</p>
        </section>
      ) : null}
      {offer ? <OfferStrip key={offer.code} offer={offer} instead={freeShipping ?? 'Delivery across India'} /> : null}
      <GuestScript />
      <Header {...header} />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      {banner}
      <Footer shopName={header.shopName} {...{ tagline, paysBy, freeShipping }} />
    </div>
  );
}
