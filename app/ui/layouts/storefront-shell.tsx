import type { ComponentProps, ReactNode } from 'react';
import { Footer } from './footer.tsx';
import { GuestScript } from './guest-script.tsx';
import { Header } from './header.tsx';
import { OfferStrip, type Offer } from './offer-strip.tsx';

export function StorefrontShell({
  offer,
  notice,
  footer,
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
  footer: Pick<ComponentProps<typeof Footer>, 'text' | 'delivery'>;
} & Pick<ComponentProps<typeof Footer>, 'paysBy' | 'freeShipping'>) {
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
      {offer ? <OfferStrip key={offer.code} offer={offer} instead={freeShipping ?? footer.delivery} /> : null}
      <GuestScript />
      <Header {...header} />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      {banner}
      <Footer shopName={header.shopName} {...footer} {...{ paysBy, freeShipping }} />
    </div>
  );
}
