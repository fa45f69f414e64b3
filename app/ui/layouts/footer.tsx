import { Link } from 'react-router';
import { Logo, Vasudhara } from '#app/ui/shop/ornaments.tsx';

const COLUMNS = [
  [
    'Shop',
    [
      ['All artworks', '/gallery'],
      ['Fabric painting', '/gallery/fabric'],
      ['Oil painting', '/gallery/oil'],
      ['Handcraft', '/gallery/handcraft'],
      ['Skin care', '/gallery/skin-care'],
    ],
  ],
  [
    'Made for you',
    [
      ['Custom order', '/custom-order'],
      ['Services', '/services'],
      ['Size guide', '/size-guide'],
      ['Care instructions', '/care-instructions'],
    ],
  ],
  [
    'Help',
    [
      ['Track order', '/track-order'],
      ['Shipping', '/shipping'],
      ['Returns', '/returns'],
      ['FAQ', '/faq'],
      ['Contact', '/contact'],
    ],
  ],
  [
    'Studio',
    [
      ['About us', '/about'],
      ['Privacy', '/privacy'],
      ['Terms', '/terms'],
      ['Cookies', '/cookies'],
    ],
  ],
] as const;

/** The same links in the same place on every page (WCAG 3.2.6); closes with the vasudhara edge. */
export function Footer({
  shopName,
  tagline,
  freeShipping,
}: {
  shopName: string;
  tagline: string;
  /** 'Free shipping above ₹2,000', as long as the shop has such a limit. */
  freeShipping?: string;
}) {
  return (
    <footer className="footer geru-9">
      <Vasudhara />
      <div className="wrap">
        <div className="footer-columns">
          <div>
            <Link className="logo" to="/" aria-label={`${shopName}, home`}>
              <Logo name={shopName} />
            </Link>
            <p className="footer-soft mt-3 max-w-90">{tagline}</p>
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
          {['Pay by UPI', freeShipping, 'Delivery across India'].filter(Boolean).join(' · ')}
        </div>
      </div>
    </footer>
  );
}
