import { Link, useLoaderData, href } from 'react-router';
import { formatSpan } from '#app/basics/duration.ts';
import { pageMeta } from '#app/routes/page-meta.ts';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import { InfoPage, StillAsking } from '#app/ui/shop/info-page.tsx';
import { Picture } from '#app/ui/shop/picture.tsx';
import { scenes } from '#app/ui/shop/scenes.ts';
import { policyLoader } from './policy-facts.server.ts';
import type { Route } from './+types/services.ts';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Our Services',
    description: 'Sarees, dupattas, suits and gowns painted by hand for one person, and stitched to fit if you like.',
    path: href('/services'),
  });

export const loader = policyLoader;

const link = 'text-geru font-semibold underline underline-offset-4 inline-flex min-h-12 items-center';

const HALF = '(min-width: 80rem) 36.25rem, (min-width: 64rem) 46vw, 100vw';

const READY = [
  ['Oil paintings', href('/gallery/oil'), 'himalayan-dawn-1'],
  ['Handcraft', href('/gallery/handcraft'), 'terracotta-vase-1'],
  ['Skin care', href('/gallery/skin-care'), 'neem-soap-1'],
] as const;

export default function Services() {
  const { promises } = useLoaderData<typeof loader>();
  return (
    <InfoPage title="Our Services" lede="Cloth painted by hand for one person, and stitched to fit if you like.">
      <div className="grid gap-section">
        <section className="grid items-center gap-6 lg:grid-cols-2 lg:gap-14" aria-labelledby="painting">
          <div className="grid content-start gap-4">
            <h2 id="painting">Custom fabric painting</h2>
            <p className="text-ink-2">
              Sarees, dupattas, suits and gowns. Send your own fabric or let us find silk, cotton or georgette for you;
              share a photo, a motif or a memory, and we draw it freehand.
            </p>
            <ul className="grid list-disc gap-1.5 pl-5 text-ink-2">
              <li>Your fabric, or fabric that we source</li>
              <li>Up to five pictures as inspiration</li>
              <li>{`Ready to ship in ${formatSpan(promises.customWorkWeeks, 'week')}`}</li>
              <li>{`Larger commissions: ${formatSpan(promises.commissionWeeks, 'week')}, ${promises.commissionAdvancePercentage}% advance`}</li>
            </ul>
            <p>
              <ButtonLink to={href('/custom-order')}>Start a custom order</ButtonLink>
            </p>
          </div>
          <Picture
            picture={scenes['painters-table-above']}
            fallback={scenes['studio-table']}
            sizes={HALF}
            className="aspect-4/5"
            first
          />
        </section>
        <section className="grid items-center gap-6 lg:grid-cols-2 lg:gap-14" aria-labelledby="stitching">
          <div className="grid content-start gap-4">
            <h2 id="stitching">Optional stitching</h2>
            <p className="text-ink-2">
              We cut after painting, so the motif falls where you want it: across the yoke, down the dupatta, at the
              hem. A dress or a suit, to your measurements.
            </p>
            <p className="flex flex-wrap gap-x-6">
              <Link to={href('/custom-order')} className={link}>
                Add stitching to an order
              </Link>
              <Link to={href('/size-guide')} className={link}>
                How to measure
              </Link>
            </p>
          </div>
          <Picture picture={scenes['aipan-gown-form']} sizes={HALF} className="aspect-4/5 lg:order-first" />
        </section>
        <section className="grid gap-6" aria-labelledby="ready">
          <h2 id="ready">Ready to ship</h2>
          <p className="max-w-read text-ink-2">Finished pieces from the studio.</p>
          <ul className="grid grid-cols-1 gap-4 sm:grid-cols-3 lg:gap-6">
            {READY.map(([name, to, picture]) => (
              <li key={to}>
                <Link className="category" to={to}>
                  <Picture
                    picture={scenes[picture]}
                    sizes="(min-width: 80rem) 390px, (min-width: 40rem) 31vw, 100vw"
                    alt=""
                  />
                  <div className="category-name">{name}</div>
                </Link>
              </li>
            ))}
          </ul>
          <p>
            <Link to={href('/gallery')} className={link}>
              See all artworks
            </Link>
          </p>
        </section>
        <StillAsking question="Not sure what is possible?" />
      </div>
    </InfoPage>
  );
}
