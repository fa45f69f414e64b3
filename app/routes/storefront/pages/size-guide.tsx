import { href } from 'react-router';
import { pageMeta } from '#app/routes/page-meta.ts';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import { FactTable, InfoPage, StillAsking } from '#app/ui/shop/info-page.tsx';
import type { Route } from './+types/size-guide.ts';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Size Guide',
    description: 'How large our paintings and handcraft are, and how to measure for them.',
    path: href('/size-guide'),
  });

export default function SizeGuide() {
  return (
    <InfoPage title="Size Guide" lede="Typical sizes, and how to measure.">
      <div className="grid max-w-208 gap-12">
        <FactTable
          caption="Artworks"
          columns={['Size', 'Longer side', 'Best for']}
          rows={[
            ['Small', '20–35 cm', 'A desk, a shelf, a group of frames'],
            ['Medium', '35–60 cm', 'Above a side table or a reading chair'],
            ['Large', '60–100 cm', 'Above a sofa or a bed'],
            ['Extra large', '100+ cm', 'A large wall'],
          ]}
        />
        <FactTable
          caption="Handcraft"
          columns={['Piece', 'Usual size', 'Good to know']}
          rows={[
            ['Vases', '25–45 cm high', 'The mouth is 6–10 cm wide'],
            ['Baskets', '30–45 cm across', 'Handles add 8–12 cm'],
            ['Boxes', '15–40 cm across', 'Outside measurements'],
            ['Diyas', '7–10 cm each', 'A set of five fills a 40 cm plate'],
          ]}
        />
        <FactTable
          caption="Hand-painted fabric"
          columns={['Piece', 'Length', 'Width']}
          rows={[
            ['Dupatta', '2.5 m', '0.9–1 m'],
            ['Saree', '5.5 m, with blouse piece 6.3 m', '1.1 m'],
            ['Suit length', '2.5 m top, 2.5 m bottom', '1.1 m'],
            ['Gown panel', '2.4 m', '1.1 m'],
          ]}
        />
        <section className="grid gap-3" aria-labelledby="measuring">
          <h2 id="measuring" className="text-h3">
            Measuring tips
          </h2>
          <ul className="grid list-disc gap-1.5 pl-5 text-ink-2">
            <li>Cut newspaper to size, tape it to the wall and live with it for a day.</li>
            <li>Hang the middle of a picture at eye level, about 145 cm from the floor.</li>
            <li>Above furniture, leave 15–25 cm, and choose a picture about two thirds as wide.</li>
            <li>For stitching, measure over what you would wear underneath.</li>
          </ul>
        </section>
        <p className="flex flex-wrap gap-3">
          <ButtonLink to={href('/gallery')}>Browse Gallery</ButtonLink>
          <ButtonLink look="secondary" to={href('/contact')}>
            Contact us
          </ButtonLink>
        </p>
        <StillAsking question="Need another size?" />
      </div>
    </InfoPage>
  );
}
