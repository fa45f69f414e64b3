import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { MAX_FEATURED, type ArtworkSummary } from '#app/modules/catalogue/artwork.ts';
import { featuredArtworks } from '#app/modules/catalogue/catalogue.server.ts';
import { getSettings } from '#app/modules/settings/settings.server.ts';
import { freeForAllAbove } from '#app/modules/shipping/shipping.ts';
import { formatRupees } from '#app/basics/money.ts';
import { shopContext } from '#app/platform/request-context.server.ts';
import { pageMeta } from '#app/routes/page-meta.ts';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import { EmptyState } from '#app/ui/kit/empty-state.tsx';
import { Icon, type IconName } from '#app/ui/kit/icon.tsx';
import { ArtworkCard, ArtworkCardSkeleton } from '#app/ui/shop/artwork-card.tsx';
import { GrowthMotif, Motif, Vasudhara } from '#app/ui/shop/ornaments.tsx';
import { Picture } from '#app/ui/shop/picture.tsx';
import { Rating } from './rating.tsx';
import { scenes } from '#app/ui/shop/scenes.ts';
import { useStorefront } from '#app/routes/use-storefront.ts';
import italics from '#app/styles/fonts-italic.css?url';
import type { Route } from './+types/home.ts';

/** The first line stands in italics, which are drawn with the page or not at all. */
export const links = () => [{ rel: 'stylesheet', href: italics }];

/** Whoever comes from another page sees the rest at once and skeletons for what is featured; a document comes whole. */
export async function loader({
  request,
  context,
}: Pick<Route.LoaderArgs, 'context'> & Partial<Pick<Route.LoaderArgs, 'request'>>) {
  const shop = context.get(shopContext);
  const coming = featuredArtworks(shop);
  const isForScript = request?.headers.get('Sec-Fetch-Dest') === 'empty';
  const [settings, featured] = await Promise.all([getSettings(shop), isForScript ? { coming } : coming]);
  const { figures, testimonials, contact, promises } = settings;
  return {
    figures,
    testimonials,
    contact,
    freeAbove: freeForAllAbove(settings),
    promises,
    featured: 'coming' in featured ? featured.coming : featured,
  };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    description:
      'Hand-painted sarees, dupattas and suits, oil paintings, handcraft and skin care from a studio in Uttarakhand, India. Painted to order, delivered across India.',
    path: '/',
  });

const STEPS = [
  ['Choose fabric', 'Send us your own cloth, or pick silk, cotton or georgette and we will source it.'],
  ['Share inspiration', 'A photo, a motif, a memory. Up to five images and a few lines are enough.'],
  ['We hand-paint', 'The studio paints it freehand. We send photos as it grows.'],
  ['Optional stitching', 'Have it stitched into a dress or suit to your measurements.'],
] as const;

export default function Home({ loaderData }: Pick<Route.ComponentProps, 'loaderData'>) {
  const { figures, testimonials, contact, freeAbove, promises, featured } = loaderData;
  const artworks = useArrived(featured);
  const facts = [
    [<Rating key="rating" value={figures.rating} />, 'customer rating'],
    [figures.happyCustomers, 'happy customers'],
    [figures.artworks, 'artworks made'],
    [`${figures.years} years`, 'at the same table'],
  ] as const;
  const reasons: [IconName, string, string][] = [
    ['brush', 'Drawn freehand', 'No stencils or transfers. The small wobble in the line is the point.'],
    [
      'truck',
      freeAbove === null ? 'Delivery across India' : `Free shipping above ${formatRupees(freeAbove)}`,
      'Insured, with SMS and WhatsApp tracking to your door.',
    ],
    [
      'return',
      `${promises.returnWithinDays}-day returns`,
      'For undamaged ready pieces. Custom work is covered for quality issues.',
    ],
    ['chat', `A reply within ${contact.replyWithinHours} hours`, `From the studio itself, ${contact.hours}.`],
  ];
  return (
    <>
      <section className="hero geru">
        <Motif name="chowki" className="hero-chowki" />
        <div className="wrap">
          <div className="grid gap-5 lg:pt-16 lg:pb-24">
            <h1>
              Painted by hand,
              <br />
              <em>for one person.</em>
            </h1>
            <p className="hero-lede">
              Sarees, dupattas, suits and gowns painted to order in a Kumaon hill studio. Bring your own cloth, or let
              us find it.
            </p>
            <div className="grid gap-3 lg:grid-flow-col lg:justify-start">
              <ButtonLink look="rice" size="big" to="/custom-order">
                Start a custom order
              </ButtonLink>
              <ButtonLink look="ghost" size="big" to="/services">
                See our services
              </ButtonLink>
            </div>
          </div>
          <div className="niche">
            <Picture picture={scenes['peacock-panel-1']} sizes="(min-width: 64rem) 23rem, 17rem" first />
          </div>
        </div>
        <div className="hero-sill" />
      </section>
      <div className="geru hero-edge">
        <Vasudhara />
      </div>

      <section className="wrap" aria-label="The shop in figures">
        <ul className="home-facts">
          {facts.map(([figure, words]) => (
            <li key={words}>
              <b>{figure}</b>
              <span>{words}</span>
            </li>
          ))}
        </ul>
      </section>

      <section className="wrap page-section pt-10" aria-labelledby="categories">
        <div className="section-head">
          <h2 id="categories">From the studio</h2>
        </div>
        <div className="categories">
          <Category
            to="/gallery/fabric"
            name="Fabric painting"
            note="made to order"
            picture="madhubani-dupatta-1"
            sizes="(min-width: 64rem) 45vw, 100vw"
            className="category-wide category-tall"
          />
          <Category
            to="/gallery/oil"
            name="Oil painting"
            picture="himalayan-dawn-1"
            sizes="(min-width: 64rem) 27vw, 50vw"
          />
          <Category
            to="/gallery/handcraft"
            name="Handcraft"
            picture="terracotta-vase-1"
            sizes="(min-width: 64rem) 27vw, 50vw"
          />
          <Category
            to="/gallery/skin-care"
            name="Skin care"
            note="soap & shampoo"
            picture="neem-soap-1"
            sizes="(min-width: 64rem) 55vw, 100vw"
            className="category-wide category-low"
          />
        </div>
      </section>

      <section className="page-section bg-sand" aria-labelledby="how">
        <div className="wrap">
          <div className="section-head">
            <h2 id="how">How It Works</h2>
            <p>
              An Aipan drawing begins with one dot and grows outward. So does your order, in{' '}
              {promises.customWorkWeeks.from}–{promises.customWorkWeeks.to} weeks.
            </p>
          </div>
          <ol className="home-growth">
            {STEPS.map(([title, words], index) => (
              <li key={title}>
                <GrowthMotif stage={(index + 1) as 1 | 2 | 3 | 4} large />
                <div>
                  <h3>{title}</h3>
                  <p>{words}</p>
                </div>
              </li>
            ))}
          </ol>
        </div>
      </section>

      <section className="wrap page-section" aria-labelledby="featured">
        <Featured artworks={artworks} />
      </section>

      <section className="home-split geru" aria-labelledby="stitching">
        <Picture picture={scenes['aipan-stitch-close']} sizes="(min-width: 64rem) 50vw, 100vw" />
        <div className="home-split-text">
          <h2 id="stitching">Painted, then stitched to fit</h2>
          <p>
            Add stitching to any fabric order. We cut after painting, so the motif falls where you want it: across the
            yoke, down the dupatta, at the hem.
          </p>
          <ButtonLink look="rice" to="/custom-order">
            Add stitching to an order
          </ButtonLink>
        </div>
      </section>

      <section className="wrap page-section home-beside" aria-labelledby="why">
        <div className="section-head">
          <h2 id="why">Why people come back</h2>
          <p>Nothing is printed and nothing is stocked by the hundred. You will know who painted it.</p>
        </div>
        <ul className="home-reasons">
          {reasons.map(([icon, title, words]) => (
            <li key={title}>
              <Icon name={icon} />
              <h3>{title}</h3>
              <p>{words}</p>
            </li>
          ))}
        </ul>
      </section>

      {testimonials.length > 0 ? (
        <section className="page-section bg-sand" aria-labelledby="words">
          <div className="wrap">
            <div className="section-head">
              <h2 id="words">In their words</h2>
            </div>
            <div className="home-quotes">
              {testimonials.map(({ name, place, words, rating }) => (
                <figure key={name + place}>
                  <Rating value={rating} shown={false} />
                  <blockquote>“{words}”</blockquote>
                  <figcaption>
                    {name} · {place}
                  </figcaption>
                </figure>
              ))}
            </div>
          </div>
        </section>
      ) : null}

      <section className="wrap page-section home-visit" aria-labelledby="visit">
        <Picture picture={scenes['studio-table']} sizes="(min-width: 64rem) 55vw, 100vw" className="aspect-8/5" />
        <div className="grid justify-items-start gap-4">
          <h2 id="visit">Visit the studio</h2>
          <p className="muted">
            Two rooms above the bazaar, a long table, north light. Come and choose your cloth in person; tea is on us.
          </p>
          <p className="flex gap-2.5">
            <Icon name="pin" />
            <span>
              {contact.address}
              <span className="meta block">{contact.hours}</span>
            </span>
          </p>
          <ButtonLink look="secondary" to="/contact">
            Plan a visit
          </ButtonLink>
        </div>
      </section>
    </>
  );
}

/** What a promise brings, undefined before; when another takes its place, what the last one brought until then. */
function useArrived<Value extends object>(coming: Value | Promise<Value>): Value | undefined {
  const [arrived, setArrived] = useState(coming instanceof Promise ? undefined : coming);
  const [trouble, setTrouble] = useState<{ error: unknown }>();
  useEffect(() => {
    let isWanted = true;
    void Promise.resolve(coming).then(
      (value) => isWanted && setArrived(value),
      (error: unknown) => isWanted && setTrouble({ error }),
    );
    return () => {
      isWanted = false;
    };
  }, [coming]);
  // The page's error boundary takes it, as it would have taken it from the loader.
  if (trouble) throw trouble.error;
  return coming instanceof Promise ? arrived : coming;
}

/** At most six pieces; as many skeletons while they are not known. */
function Featured({ artworks }: { artworks?: ArtworkSummary[] }) {
  const { isWanted } = useStorefront();
  const isEmpty = artworks?.length === 0;
  return (
    <>
      <div className="section-head section-head-row">
        <h2 id="featured">Featured artworks</h2>
        {isEmpty ? null : (
          <Link className="link hidden font-semibold text-geru lg:inline" to="/gallery">
            View Complete Collection
          </Link>
        )}
      </div>
      {isEmpty ? (
        <EmptyState title="No Featured Artworks">Check back soon for new featured pieces!</EmptyState>
      ) : (
        <div className="artworks" aria-busy={!artworks}>
          {artworks?.map((artwork) => (
            <ArtworkCard key={artwork.id} artwork={artwork} wanted={isWanted(artwork.id)} />
          )) ?? Array.from({ length: MAX_FEATURED }, (_, place) => <ArtworkCardSkeleton key={place} />)}
        </div>
      )}
      <div className={isEmpty ? 'mt-2' : 'mt-8 lg:hidden'}>
        <ButtonLink look="secondary" size="big" full to="/gallery">
          View Complete Collection
        </ButtonLink>
      </div>
    </>
  );
}

function Category({
  to,
  name,
  note,
  picture,
  sizes,
  className = '',
}: {
  to: string;
  name: string;
  note?: string;
  picture: keyof typeof scenes;
  sizes: string;
  className?: string;
}) {
  return (
    <Link className={`category ${className}`} to={to}>
      <Picture picture={scenes[picture]} sizes={sizes} alt="" />
      <div className="category-name">
        {name}
        {note ? <span>{note}</span> : null}
      </div>
    </Link>
  );
}
