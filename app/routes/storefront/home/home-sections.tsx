import { Link, href } from 'react-router';
import { formatRupees, type Paise } from '#app/basics/money.ts';
import { type TextChannels, textChannelNames } from '#app/basics/text-channels.ts';
import type { Settings, ShownContact } from '#app/modules/store/settings/settings.ts';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import { Icon, type IconName } from '#app/ui/kit/icon.tsx';
import { GrowthMotif, Motif, Vasudhara } from '#app/ui/shop/ornaments.tsx';
import { Picture } from '#app/ui/shop/picture.tsx';
import { scenes } from '#app/ui/shop/scenes.ts';
import { Rating } from './rating.tsx';

export function Hero({ home }: Pick<Settings, 'home'>) {
  return (
    <>
      <section className="hero geru">
        <Motif name="chowki" className="hero-chowki" />
        <div className="wrap">
          <div className="hero-text">
            <h1>
              {home.heroTitle}
              <br />
              <em>{home.heroEmphasis}</em>
            </h1>
            <p className="hero-lede">{home.heroText}</p>
          </div>
          <div className="hero-buttons">
            <ButtonLink look="rice" to={href('/custom-order')}>
              Start a custom order
            </ButtonLink>
            <ButtonLink look="ghost" to={href('/gallery')}>
              Shop ready pieces
            </ButtonLink>
            <ButtonLink look="ghost" to={href('/services')}>
              See our services
            </ButtonLink>
          </div>
          <div className="niche">
            <Picture picture={scenes['peacock-panel-1']} sizes="(min-width: 64rem) 23rem, 8rem" first />
          </div>
        </div>
        <div className="hero-sill" />
      </section>
      <div className="geru hero-edge">
        <Vasudhara />
      </div>
    </>
  );
}

export function Figures({ figures }: Pick<Settings, 'figures'>) {
  const { rating, happyCustomers, artworks, years } = figures;
  const facts = [
    [rating === null ? null : <Rating key="rating" value={rating} />, 'customer rating'],
    [happyCustomers, 'happy customers'],
    [artworks, 'artworks made'],
    [years && `${years} years`, 'in business'],
  ] as const;
  if (facts.every(([figure]) => figure === null)) return null;
  return (
    <section className="wrap" aria-label="The shop in figures">
      <ul className="home-facts">
        {facts.map(([figure, text]) =>
          figure === null ? null : (
            <li key={text}>
              <b>{figure}</b>
              <span>{text}</span>
            </li>
          ),
        )}
      </ul>
    </section>
  );
}

/** On phones a smaller picture is sharp enough, because their pixels are too small to see. */
const WIDE_ON_PHONE = '70vw';

export function Categories() {
  return (
    <section className="wrap page-section pt-10" aria-labelledby="categories">
      <div className="section-head">
        <h2 id="categories">From the studio</h2>
      </div>
      <div className="categories">
        <Category
          to={href('/gallery/fabric')}
          name="Fabric Painting"
          note="made to order"
          picture="madhubani-dupatta-1"
          sizes={`(min-width: 64rem) 45vw, ${WIDE_ON_PHONE}`}
          className="category-wide category-tall"
        />
        <Category to={href('/gallery/oil')} name="Oil Painting" picture="himalayan-dawn-1" />
        <Category to={href('/gallery/handcraft')} name="Handcraft" picture="terracotta-vase-1" />
        <Category
          to={href('/gallery/skin-care')}
          name="Skin care"
          note="soap & shampoo"
          picture="neem-soap-1"
          sizes={`(min-width: 64rem) 55vw, ${WIDE_ON_PHONE}`}
          className="category-wide category-low"
        />
      </div>
    </section>
  );
}

function Category({
  to,
  name,
  note,
  picture,
  sizes = '(min-width: 64rem) 27vw, 50vw',
  className = '',
}: {
  to: string;
  name: string;
  note?: string;
  picture: keyof typeof scenes;
  sizes?: string;
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

const STEPS = [
  ['Choose fabric', 'Send us your own fabric, or pick silk, cotton or georgette and we’ll source it.'],
  ['Share inspiration', 'A photo, a motif, a memory. Up to five images and a few lines are enough.'],
  ['We hand-paint', 'The studio paints it freehand.'],
  ['Optional stitching', 'Have it stitched into a dress or suit to your measurements.'],
] as const;

const PHOTOS = 'We send photos as it grows.';

export function HowItWorks({ madeWithin, sendsPhotos }: { madeWithin: string; sendsPhotos: boolean }) {
  return (
    <section className="page-section bg-sand" aria-labelledby="how">
      <div className="wrap">
        <div className="section-head">
          <h2 id="how">How It Works</h2>
          <p>An Aipan drawing begins with one dot and grows outward. So does your order, in {madeWithin}.</p>
        </div>
        <ol className="home-growth">
          {STEPS.map(([title, text], index) => (
            <li key={title}>
              <GrowthMotif stage={(index + 1) as 1 | 2 | 3 | 4} large />
              <div>
                <h3>{title}</h3>
                <p>{sendsPhotos && title === 'We hand-paint' ? `${text} ${PHOTOS}` : text}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

export function Stitching() {
  return (
    <section className="home-split geru" aria-labelledby="stitching">
      <Picture picture={scenes['aipan-stitch-close']} sizes="(min-width: 64rem) 50vw, 100vw" />
      <div className="home-split-text">
        <h2 id="stitching">Painted, then stitched to fit</h2>
        <p>
          Add stitching to any fabric order. We cut after painting, so the motif falls where you want it: across the
          yoke, down the dupatta, at the hem.
        </p>
        <ButtonLink look="rice" to={href('/custom-order')}>
          Add stitching to an order
        </ButtonLink>
      </div>
    </section>
  );
}

export function Reasons({
  freeAbove,
  promises,
  contact,
  replyWithin,
  channels,
  delivery,
}: {
  freeAbove: Paise | null;
  replyWithin: string;
  channels: TextChannels;
  contact: ShownContact;
  delivery: string;
} & Pick<Settings, 'promises'>) {
  const reasons: [IconName, string, string][] = [
    ['brush', 'Drawn freehand', 'No stencils or transfers.'],
    [
      'truck',
      freeAbove === null ? delivery : `Free shipping above ${formatRupees(freeAbove)}`,
      textChannelNames(channels)
        ? `${promises.isInsured ? 'Insured, with' : 'With'} ${textChannelNames(channels)} tracking to your door.`
        : promises.isInsured
          ? 'Insured and tracked to your door.'
          : 'Tracked to your door.',
    ],
    [
      'return',
      `${promises.returnWithinDays}-day returns`,
      'For undamaged ready pieces. If custom work has a fault, we put it right.',
    ],
    ['chat', `A reply within ${replyWithin}`, `From the studio, ${contact.hours}.`],
  ];
  return (
    <section className="wrap page-section home-beside" aria-labelledby="why">
      <div className="section-head">
        <h2 id="why">Why people come back</h2>
        <p>Nothing is printed or mass-produced. You’ll know who painted it.</p>
      </div>
      <ul className="home-reasons">
        {reasons.map(([icon, title, text]) => (
          <li key={title}>
            <Icon name={icon} />
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Testimonials({ testimonials }: Pick<Settings, 'testimonials'>) {
  if (testimonials.length === 0) return null;
  return (
    <section className="page-section bg-sand" aria-labelledby="words">
      <div className="wrap">
        <div className="section-head">
          <h2 id="words">In their words</h2>
        </div>
        <div className="home-quotes">
          {testimonials.map(({ name, place, quote, rating }) => (
            <figure key={name + place}>
              <Rating value={rating} shown={false} />
              <blockquote>“{quote}”</blockquote>
              <figcaption>
                {name} · {place}
              </figcaption>
            </figure>
          ))}
        </div>
      </div>
    </section>
  );
}

export function StudioVisit({ contact, text }: { contact: ShownContact; text: string }) {
  if (contact.address === null) return null;
  return (
    <section className="wrap page-section home-visit" aria-labelledby="visit">
      <Picture
        picture={scenes['studio-table']}
        sizes="(min-width: 64rem) 55vw, calc(100vw - 40px)"
        className="aspect-8/5"
      />
      <div className="grid justify-items-start gap-4">
        <h2 id="visit">Visit the studio</h2>
        <p className="muted">{text}</p>
        <p className="flex gap-2.5">
          <Icon name="pin" />
          <span>
            {contact.address}
            <span className="meta block">{contact.hours}</span>
          </span>
        </p>
        <ButtonLink look="secondary" to={href('/contact')}>
          Plan a visit
        </ButtonLink>
      </div>
    </section>
  );
}
