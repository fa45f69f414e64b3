import { href } from 'react-router';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { type Settings, withFoundingYear } from '#app/modules/store/settings/settings.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { pageMeta } from '#app/routes/page-meta.ts';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import { InfoPage, StillAsking } from '#app/ui/shop/info-page.tsx';
import { Picture } from '#app/ui/shop/picture.tsx';
import { scenes } from '#app/ui/shop/scenes.ts';
import type { Route } from './+types/about.ts';

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, {
    title: 'About Us',
    description: loaderData?.about.lede ?? '',
    path: href('/about'),
  });

export async function loader({ context }: Route.LoaderArgs) {
  const { about, figures, founders, values } = await getSettings(context.get(shopContext));
  return { about: { ...about, lede: withFoundingYear(about.lede, figures) }, figures, founders, values };
}

export default function About({ loaderData }: Route.ComponentProps) {
  const { about, figures, founders, values } = loaderData;
  const facts = [
    [figures.happyCustomers, 'happy customers'],
    [figures.artworks, 'artworks'],
    [figures.years && `${figures.years} years`, 'in business'],
    [figures.cities, 'cities'],
  ].filter(([figure]) => figure !== null);
  return (
    <InfoPage title="About Us" lede={about.lede}>
      <div className="grid gap-section">
        <Picture
          picture={scenes['studio-table']}
          sizes="(min-width: 80rem) 76rem, 100vw"
          className="aspect-8/5 lg:aspect-5/2"
          first
        />
        {about.story === null ? null : <Story text={about.story} />}
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
        {values.length > 0 ? <Values values={values} /> : null}
        {founders.length > 0 ? <Founders founders={founders} /> : null}
        <p>
          <ButtonLink to={href('/gallery')}>See what we make</ButtonLink>
        </p>
        <StillAsking question="Would you like to visit?" />
      </div>
    </InfoPage>
  );
}

function Story({ text }: { text: string }) {
  return (
    <section className="grid items-center gap-8 lg:grid-cols-2 lg:gap-14" aria-label="Our story">
      <div className="grid max-w-read gap-4 text-ink-2">
        {text.split(/\n\s*\n/).map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      <Picture
        picture={scenes['aipan-saree-2']}
        sizes="(min-width: 80rem) 36.25rem, (min-width: 64rem) 46vw, 100vw"
        className="aspect-4/5 lg:aspect-square"
      />
    </section>
  );
}

function Values({ values }: Pick<Settings, 'values'>) {
  return (
    <section className="grid gap-6" aria-labelledby="values">
      <h2 id="values">Our values</h2>
      <ul className="grid gap-x-10 md:grid-cols-2">
        {values.map(({ title, text }) => (
          <li key={title} className="grid content-start gap-1 border-t border-line py-4">
            <h3 className="font-sans text-base font-semibold">{title}</h3>
            <p className="text-ink-2">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Founders({ founders }: Pick<Settings, 'founders'>) {
  return (
    <section className="grid gap-6" aria-labelledby="founders">
      <h2 id="founders">{founders.length === 2 ? 'The two of us' : 'Who we are'}</h2>
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
