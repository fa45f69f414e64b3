import { Link, href } from 'react-router';
import { MEDIUM_NAMES, MEDIUMS } from '#app/modules/catalogue/artworks/medium.ts';
import { Logo, Vasudhara } from '#app/ui/shop/ornaments.tsx';

const COLUMNS = [
  [
    'Shop',
    [
      ['All artworks', href('/gallery')],
      ...MEDIUMS.map((medium) => [MEDIUM_NAMES[medium], href(`/gallery/${medium}`)] as const),
    ],
  ],
  [
    'Made for you',
    [
      ['Custom order', href('/custom-order')],
      ['Services', href('/services')],
      ['Size guide', href('/size-guide')],
      ['Care instructions', href('/care-instructions')],
    ],
  ],
  [
    'Help',
    [
      ['Track order', href('/track-order')],
      ['Shipping', href('/shipping')],
      ['Returns', href('/returns')],
      ['FAQ', href('/faq')],
      ['Contact', href('/contact')],
    ],
  ],
  [
    'Studio',
    [
      ['About us', href('/about')],
      ['Privacy', href('/privacy')],
      ['Terms', href('/terms')],
      ['Cookies', href('/cookies')],
    ],
  ],
] as const;

export function Footer({
  shopName,
  text,
  delivery,
  paysBy,
  freeShipping,
}: {
  shopName: string;
  text: string;
  delivery: string;
  paysBy?: string;
  freeShipping?: string;
}) {
  return (
    <footer className="footer geru-9">
      <Vasudhara />
      <div className="wrap">
        <div className="footer-columns">
          <div>
            <Link className="logo" to={href('/')} aria-label={`${shopName}, home`}>
              <Logo name={shopName} />
            </Link>
            <p className="footer-soft mt-3 max-w-90">{text}</p>
          </div>
          {COLUMNS.map(([title, links]) => (
            <nav key={title} aria-label={title}>
              <h2>{title}</h2>
              <ul>
                {links.map(([label, to]) => (
                  <li key={to}>
                    <Link to={to}>{label}</Link>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
        <div className="footer-base footer-soft">
          {[paysBy === 'cash on delivery' ? 'Cash on delivery' : paysBy && `Pay by ${paysBy}`, freeShipping, delivery]
            .filter(Boolean)
            .join(' · ')}
        </div>
      </div>
    </footer>
  );
}
