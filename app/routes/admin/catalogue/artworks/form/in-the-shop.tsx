import { NOTHING } from '#app/basics/money.ts';
import { readRupees } from '#app/basics/rupees.ts';
import type { ArtworkSummary } from '#app/modules/catalogue/artworks/artwork.ts';
import type { Medium } from '#app/modules/catalogue/artworks/medium.ts';
import { type Picture, PLACEHOLDER } from '#app/modules/catalogue/media/picture.ts';
import { ArtworkCard } from '#app/ui/shop/artwork-card.tsx';
import type { NetPrice } from '#app/routes/admin/catalogue/artworks/price-field.tsx';
import type { ArtworkDraft } from './draft.ts';

export function InTheShop({
  draft,
  net,
  pictures,
}: {
  draft: ArtworkDraft;
  net: NetPrice | undefined;
  pictures: ReadonlyMap<string, Picture>;
}) {
  const typed = readRupees(draft.price) ?? NOTHING;
  const price = draft.priceOnRequest ? null : net ? net.withGst(typed) : typed;
  return (
    <section className="artwork-form-part artwork-form-preview" aria-labelledby="part-preview">
      <div>
        <h2 id="part-preview">In the shop</h2>
        <p className="field-hint">How the card looks on a phone.</p>
      </div>
      <div inert>
        <ArtworkCard artwork={{ ...summaryOfDraft(draft, pictures), price }} wanted={false} />
      </div>
    </section>
  );
}

const lengthOf = (text: string): number => Math.max(0, Number(text) || 0);
const wholeOf = (text: string): number => Math.max(0, Number.parseInt(text, 10) || 0);

function summaryOfDraft(draft: ArtworkDraft, pictures: ReadonlyMap<string, Picture>): Omit<ArtworkSummary, 'price'> {
  return {
    id: 'preview',
    slug: 'preview',
    title: draft.title || 'Title',
    medium: draft.medium as Medium,
    category: draft.category,
    style: draft.style,
    dimensions: {
      width: lengthOf(draft.width),
      height: lengthOf(draft.height),
      unit: draft.unit === 'inches' ? 'inches' : 'cm',
    },
    stockCount: wholeOf(draft.stockCount),
    featured: draft.featured,
    status: 'published',
    gstRate: null,
    hsn: '',
    hasVariants: false,
    personalizationFields: [],
    picture: pictures.get(draft.images[0] ?? '') ?? PLACEHOLDER,
  };
}
