import { href } from 'react-router';
import { pageMeta } from '#app/routes/page-meta.ts';
import { InfoPage, Policy } from '#app/ui/shop/info-page.tsx';
import { scenes } from '#app/ui/shop/scenes.ts';
import type { Route } from './+types/care-instructions.ts';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Care Instructions',
    description: 'How to wash, hang, dust and keep hand-painted cloth, oil paintings, handcraft and skin care.',
    path: href('/care-instructions'),
  });

export default function CareInstructions() {
  return (
    <InfoPage title="Care Instructions" lede="Made slowly, made to last. Here’s how to look after it.">
      <Policy
        sections={[
          {
            id: 'fabric',
            picture: scenes['madhubani-dupatta-1'],
            title: 'Painted fabric',
            body: [
              'Dry clean the first time; then wash by hand in cold water with a mild soap, inside out.',
              'Do not soak, wring or bleach. Dry flat in the shade.',
              'Iron on the reverse with a cloth between, at low heat.',
              'Store it folded in cotton, and refold it along different lines every few months.',
            ],
          },
          {
            id: 'oil',
            picture: scenes['himalayan-dawn-1'],
            title: 'Oil paintings',
            body: [
              'Hang it out of direct sun, away from damp walls, heaters and kitchens.',
              'Dust with a soft dry brush. No water, no cleaner.',
              'Have it cleaned by a restorer every 5 to 10 years.',
            ],
          },
          {
            id: 'handcraft',
            picture: scenes['terracotta-vase-1'],
            title: 'Handcraft',
            body: [
              'Terracotta and papier-mâché: dry cloth only, away from water.',
              'Brass: rub with tamarind or lemon and salt, rinse, and dry at once.',
              'Bamboo: dust often, and give it air in the monsoon.',
            ],
          },
          {
            id: 'skin-care',
            picture: scenes['neem-soap-1'],
            title: 'Skin care',
            body: [
              'Use within 12 months, or by the best before of its label, and keep it cool and dry.',
              'Let a soap dry between uses. Try a little on your arm first.',
            ],
          },
        ]}
      />
    </InfoPage>
  );
}
