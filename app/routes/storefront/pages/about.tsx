import { useLoaderData, href } from 'react-router';
import type { Settings } from '#app/modules/store/settings/settings.ts';
import { pageMeta } from '#app/routes/page-meta.ts';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import { InfoPage, StillAsking } from '#app/ui/shop/info-page.tsx';
import { Picture } from '#app/ui/shop/picture.tsx';
import { scenes } from '#app/ui/shop/scenes.ts';
import { policyLoader } from './policy-facts.server.ts';
import type { Route } from './+types/about.ts';

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, {
    title: 'About Us',
    description: `Two artisans in a hill town of Uttarakhand who have painted cloth and canvas by hand${loaderData?.figures.foundedIn ? ` since ${loaderData.figures.foundedIn}` : ''}.`,
    path: href('/about'),
  });

export const loader = policyLoader;

const VALUES = [
  ['All by hand', 'Drawn freehand, without stencils or transfers.'],
  ['Made for one person', 'Most pieces are painted for the person who ordered them.'],
  ['Nothing wasted', 'We use natural dyes where they last, and turn offcuts into borders.'],
  ['Fair prices', 'We price each piece by the hours it takes.'],
] as const;

export default function About() {
  const { figures, founders } = useLoaderData<typeof loader>();
  const facts = [
    [figures.happyCustomers, 'happy customers'],
    [figures.artworks, 'artworks'],
    [figures.years && `${figures.years} years`, 'in business'],
    [figures.cities, 'cities'],
  ].filter(([figure]) => figure !== null);
  return (
    <InfoPage
      title="About Us"
      lede={`${figures.foundedIn === null ? 'Two' : `Since ${figures.foundedIn} two`} artisans in a hill town of Uttarakhand have painted cloth and canvas, and sent it across India.`}
    >
      <div className="grid gap-section">
        <Picture
          picture={scenes['studio-table']}
          sizes="(min-width: 80rem) 76rem, 100vw"
          className="aspect-8/5 lg:aspect-5/2"
          first
        />
        <section className="grid items-center gap-8 lg:grid-cols-2 lg:gap-14" aria-label="Our story">
          <div className="grid max-w-read gap-4 text-ink-2">
            <p>
              It began with Aipan: white rice paste on a wall washed with red earth, drawn by the women of Kumaon for
              every threshold and every feast. It starts from one dot and grows outward, ring by ring.
            </p>
            <p>
              We took it from the wall to the saree. From there we went on to Madhubani, to oils of the snows seen from
              the studio window, and to clay, brass and bamboo. Two people, one table, one order at a time.
            </p>
          </div>
          <Picture
            picture={scenes['aipan-saree-2']}
            sizes="(min-width: 80rem) 36.25rem, (min-width: 64rem) 46vw, 100vw"
            className="aspect-4/5 lg:aspect-square"
          />
        </section>
        {facts.length > 0 ? (
          <dl className="grid grid-cols-2 border-y border-line lg:grid-cols-4">
            {facts.map(([figure, text]) => (
              <div key={text} className="flex flex-col-reverse py-4 lg:py-6">
                <dt className="text-sm text-ink-2">{text}</dt>
                <dd className="font-display text-h3 lining-nums">{figure}</dd>
              </div>
            ))}
          </dl>
        ) : null}
        <section className="grid gap-6" aria-labelledby="values">
          <h2 id="values">Our values</h2>
          <ul className="grid gap-x-10 md:grid-cols-2">
            {VALUES.map(([title, text]) => (
              <li key={title} className="grid content-start gap-1 border-t border-line py-4">
                <h3 className="font-sans text-base font-semibold">{title}</h3>
                <p className="text-ink-2">{text}</p>
              </li>
            ))}
          </ul>
        </section>
        {founders.length > 0 ? <Founders founders={founders} /> : null}
        <p>
          <ButtonLink to={href('/gallery')}>See what we make</ButtonLink>
        </p>
        <StillAsking question="Would you like to visit?" />
      </div>
    </InfoPage>
  );
}

function Founders({ founders }: Pick<Settings, 'founders'>) {
  return (
    <section className="grid gap-6" aria-labelledby="founders">
      <h2 id="founders">The two of us</h2>
      <ul className="grid gap-8 md:grid-cols-2">
        {founders.map((founder) => (
          <li key={founder.name} className="grid grid-cols-[4.5rem_1fr] items-start gap-4">
            <span aria-hidden="true" className="grid size-18 place-items-center bg-sand font-display text-h3 text-geru">
              {founder.name
                .split(/\s+/)
                .map((part) => part[0])
                .join('')
                .slice(0, 2)}
            </span>
            <div className="grid content-start gap-1">
              <h3 className="text-h4">{founder.name}</h3>
              <p className="text-sm text-ink-3">{founder.role}</p>
              <p className="text-ink-2">{founder.about}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
