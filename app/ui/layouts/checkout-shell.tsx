import type { ReactNode } from 'react';
import { Link, href } from 'react-router';
import { Icon } from '#app/ui/kit/icon.tsx';
import { Logo, Threshold } from '#app/ui/shop/ornaments.tsx';

export function CheckoutShell({ shopName, children }: { shopName: string; children: ReactNode }) {
  return (
    <div className="page">
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <header className="header">
        <div className="wrap header-row">
          <div className="header-left lg:-ml-3">
            <Link className="flex min-h-12 items-center gap-1 px-3" to={href('/cart')}>
              <Icon name="left" />
              <span className="sr-only lg:not-sr-only">Back to cart</span>
            </Link>
          </div>
          <Link className="logo" to={href('/')} aria-label={`${shopName}, home`}>
            <Logo name={shopName} />
          </Link>
          <div className="header-tools">
            <span className="meta flex items-center gap-1.5 pr-3">
              <Icon name="lock" small />
              Secure
            </span>
          </div>
        </div>
        <Threshold />
      </header>
      {children}
    </div>
  );
}
