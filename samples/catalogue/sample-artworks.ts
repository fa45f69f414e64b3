import { PLACEHOLDER } from '#app/modules/catalogue/media/picture.ts';
import type { Artwork } from '#app/modules/catalogue/artworks/artwork.ts';
import type { Dimensions } from '#app/modules/catalogue/artworks/dimensions.ts';
import type { Medium } from '#app/modules/catalogue/artworks/medium.ts';
import { artworkSchema } from '#app/modules/catalogue/artworks/forms.ts';

export type SampleArtwork = {
  number: number;
  title: string;
  description: string;
  priceInRupees: number;
  medium: Medium;
  category: string;
  style: string;
  dimensions: Dimensions;
  stockCount: number;
  featured: boolean;
  tags: string[];
  dateCreated: string;
  pictures: [name: string, alt: string][];
};

const cm = (width: number, height: number): Dimensions => ({ width, height, unit: 'cm' });

/** The sample pieces, oldest first. Also the fallback of a shop that has never read its artworks. */
export const SAMPLE_ARTWORKS: readonly SampleArtwork[] = [
  {
    number: 1,
    title: 'Madhubani Fish Dupatta',
    priceInRupees: 4200,
    medium: 'fabric',
    category: 'Sarees & Dupattas',
    style: 'Tussar silk',
    dimensions: cm(100, 250),
    stockCount: 1,
    featured: true,
    dateCreated: '2025-08-14',
    tags: ['fabric painting', 'madhubani', 'dupatta', 'tussar', 'fish', 'silk'],
    description:
      'Rows of fish swim from end to end of this pale gold tussar, drawn freehand with a bamboo nib and filled with natural-toned pigment. The red border is painted, not stitched on. We paint it for you on fresh cloth, so colours and border can change.',
    pictures: [
      ['madhubani-dupatta-1', 'Pale gold tussar dupatta over a wooden rod, painted with rows of fish and a red border'],
      ['madhubani-dupatta-2', 'Close view of painted fish on an indigo band and leaves along the hem'],
    ],
  },
  {
    number: 2,
    title: 'Aipan Threshold Saree',
    priceInRupees: 8600,
    medium: 'fabric',
    category: 'Sarees & Dupattas',
    style: 'Cotton silk',
    dimensions: cm(115, 550),
    stockCount: 1,
    featured: true,
    dateCreated: '2025-09-02',
    tags: ['fabric painting', 'aipan', 'saree', 'kumaon', 'red', 'festive'],
    description:
      'The white rings drawn on Kumaoni thresholds at Deepawali, carried on to brick-red cotton silk. Seven medallions along the pallu, a vine on the border, and a plain body that drapes easily. Each saree takes about two weeks to paint.',
    pictures: [
      ['aipan-saree-1', 'Brick-red saree folded on a bench, white Aipan medallions along the pallu'],
      ['aipan-saree-2', 'Close view of white Aipan line work on red cloth'],
    ],
  },
  {
    number: 3,
    title: 'Monsoon Peacock Gown Panel',
    priceInRupees: 6400,
    medium: 'fabric',
    category: 'Gown Panels',
    style: 'Satin silk',
    dimensions: cm(110, 240),
    stockCount: 1,
    featured: false,
    dateCreated: '2025-07-21',
    tags: ['fabric painting', 'peacock', 'gown', 'indigo', 'silk', 'monsoon'],
    description:
      'One peacock on a flowering branch, its tail sweeping down an indigo satin panel to the hem. Made to be the front of a gown; we can stitch it for you. The gold line is pigment, so it stays soft on the body.',
    pictures: [
      ['peacock-panel-1', 'Indigo silk panel with a painted peacock, tail sweeping to the hem'],
      ['peacock-panel-2', 'Close view of painted tail feathers with eyes in blue and gold'],
    ],
  },
  {
    number: 4,
    title: 'Himalayan Dawn',
    priceInRupees: 14500,
    medium: 'oil',
    category: 'Oil Painting',
    style: 'Oil on canvas',
    dimensions: cm(80, 60),
    stockCount: 2,
    featured: true,
    dateCreated: '2025-03-10',
    tags: ['mountains', 'dawn', 'kumaon', 'landscape'],
    description:
      'First light on the high snows, seen from a meadow edged with deodar. Built up in layers with brush and knife on stretched cotton canvas; framed in sal wood.',
    pictures: [
      ['himalayan-dawn-1', 'Framed oil painting of snow peaks at dawn above a wooden console'],
      ['himalayan-dawn-2', 'Close view of the brushwork'],
    ],
  },
  {
    number: 5,
    title: 'Cows at the Lotus Pond',
    priceInRupees: 18500,
    medium: 'oil',
    category: 'Oil Painting',
    style: 'Pichwai in oil',
    dimensions: cm(62, 82),
    stockCount: 1,
    featured: true,
    dateCreated: '2025-06-05',
    tags: ['pichwai', 'cows', 'lotus', 'pond'],
    description:
      'White cows rest under a pond of pink lotuses, after the temple cloths of Nathdwara. Painted in oil instead of stone colour, so it can hang without glass. The frame is gilded by hand.',
    pictures: [
      ['pichwai-oil-1', 'Pichwai painting of white cows beneath a pond of pink lotuses'],
      ['pichwai-oil-2', 'Close view of cows with painted horns and red handprints'],
    ],
  },
  {
    number: 6,
    title: 'Marigolds in a Brass Lota',
    priceInRupees: 9800,
    medium: 'oil',
    category: 'Oil Painting',
    style: 'Oil on canvas',
    dimensions: cm(64, 80),
    stockCount: 3,
    featured: false,
    dateCreated: '2025-05-18',
    tags: ['marigold', 'flowers', 'still life', 'brass'],
    description:
      'A morning’s marigolds in the lota they were carried home in. Thick paint, laid on with a knife, that catches light from the side. Framed in dark sheesham.',
    pictures: [
      ['marigold-oil-1', 'Framed oil painting of orange and yellow marigolds in a brass pot'],
      ['marigold-oil-2', 'Close view of thick orange and yellow petals'],
    ],
  },
  {
    number: 7,
    title: 'Aipan Terracotta Vase',
    priceInRupees: 1850,
    medium: 'handcraft',
    category: 'Pottery',
    style: 'Hand-thrown clay',
    dimensions: cm(24, 40),
    stockCount: 4,
    featured: true,
    dateCreated: '2025-09-20',
    tags: ['aipan', 'terracotta', 'vase', 'kumaon'],
    description:
      'Thrown on a kick wheel, fired once, then ringed with Aipan in rice-white slip. For dry stems: the clay is left unglazed inside. No two are the same height; count on 39 to 41 cm.',
    pictures: [
      ['terracotta-vase-1', 'Terracotta vase with white Aipan bands holding dried grass'],
      ['terracotta-vase-2', 'Close view of white Aipan rings and a vine on terracotta'],
    ],
  },
  {
    number: 8,
    title: 'Ringal Fruit Basket',
    priceInRupees: 1250,
    medium: 'handcraft',
    category: 'Basketry',
    style: 'Hill bamboo',
    dimensions: cm(40, 24),
    stockCount: 6,
    featured: false,
    dateCreated: '2025-08-30',
    tags: ['ringal', 'basket', 'bamboo', 'kitchen'],
    description:
      'Ringal is the thin bamboo of the high hills, split by hand and woven while green. Light, strong and smelling of hay for the first month. Holds about 4 kg of apples.',
    pictures: [
      ['ringal-basket-1', 'Woven hill-bamboo basket full of red apples'],
      ['ringal-basket-2', 'Close view of the weave and apples'],
    ],
  },
  {
    number: 9,
    title: 'Papier-mâché Keepsake Box',
    priceInRupees: 1650,
    medium: 'handcraft',
    category: 'Gifts',
    style: 'Lacquered papier-mâché',
    dimensions: cm(36, 20),
    stockCount: 0,
    featured: false,
    dateCreated: '2025-04-12',
    tags: ['papier-mâché', 'box', 'flowers', 'gift'],
    description:
      'Paper pulp pressed on a mould, dried for a week, painted with garden flowers and lacquered six times. The lid has a turned brass knob. Lined with cotton inside.',
    pictures: [
      ['papier-box-1', 'Round lacquer box covered in painted flowers'],
      ['papier-box-2', 'Close view of the lid with its brass knob'],
    ],
  },
  {
    number: 10,
    title: 'Brass Diyas, Set of Five',
    priceInRupees: 1450,
    medium: 'handcraft',
    category: 'Gifts',
    style: 'Cast brass',
    dimensions: cm(9, 4),
    stockCount: 8,
    featured: true,
    dateCreated: '2025-07-02',
    tags: ['diya', 'brass', 'deepawali', 'lamp', 'gift'],
    description:
      'Five lamps, sand-cast in Almora and polished by hand, 9 cm across each. They burn ghee or oil for about three hours on one wick. A dozen cotton wicks are in the box.',
    pictures: [
      ['brass-diya-1', 'Five brass oil lamps on a sand-coloured ground'],
      ['brass-diya-2', 'Four brass lamps burning in the evening'],
    ],
  },
  {
    number: 11,
    title: 'Neem & Tulsi Soap',
    priceInRupees: 180,
    medium: 'skin-care',
    category: 'Skin Care',
    style: 'Cold process, 110 g',
    dimensions: cm(0, 0),
    stockCount: 24,
    featured: false,
    dateCreated: '2025-10-03',
    tags: ['neem', 'tulsi', 'soap', 'skin care'],
    description:
      'Coconut, sesame and neem oils with powdered tulsi leaf, poured cold and cured for six weeks. Green because of the leaves. A plain, clean smell; no added fragrance.',
    pictures: [
      ['neem-soap-1', 'Green soap bars on a wooden block with neem leaves'],
      ['neem-soap-2', 'Close view of a green soap bar stamped with leaves'],
    ],
  },
  {
    number: 12,
    title: 'Rose Petal Soap',
    priceInRupees: 190,
    medium: 'skin-care',
    category: 'Skin Care',
    style: 'Cold process, 110 g',
    dimensions: cm(0, 0),
    stockCount: 30,
    featured: false,
    dateCreated: '2025-10-10',
    tags: ['rose', 'soap', 'skin care', 'gift'],
    description:
      'Petals of desi rose in a soap of coconut and almond oil. The pink is madder root. Mild enough for the face; keep it dry between washes and it lasts five weeks.',
    pictures: [
      ['rose-soap-1', 'Pink soap bars with rose petals'],
      ['rose-soap-2', 'Close view of a pink soap bar with petals in it'],
    ],
  },
  {
    number: 13,
    title: 'Amla Shampoo',
    priceInRupees: 420,
    medium: 'skin-care',
    category: 'Skin Care',
    style: 'Amber glass, 200 ml',
    dimensions: cm(0, 0),
    stockCount: 18,
    featured: false,
    dateCreated: '2025-10-15',
    tags: ['amla', 'shampoo', 'hair', 'skin care'],
    description:
      'Gooseberry from the orchards below Almora, boiled down with bhringraj. Lathers little and rinses clean. Amber glass keeps the light out; use within 12 months.',
    pictures: [
      ['amla-shampoo-1', 'Amber bottle of amla shampoo with gooseberries'],
      ['amla-shampoo-2', 'Close view of the amla shampoo’s label'],
    ],
  },
  {
    number: 14,
    title: 'Reetha Herbal Shampoo',
    priceInRupees: 450,
    medium: 'skin-care',
    category: 'Skin Care',
    style: 'Refillable pump, 250 ml',
    dimensions: cm(0, 0),
    stockCount: 15,
    featured: false,
    dateCreated: '2025-09-28',
    tags: ['reetha', 'shikakai', 'shampoo', 'hair', 'skin care'],
    description:
      'Soap nuts and shikakai, as hair was washed here before bottles. For dry and coloured hair. The pump bottle is refilled at the studio for ₹300.',
    pictures: [
      ['herbal-shampoo-1', 'Cream bottle of herbal shampoo with soap nuts'],
      ['herbal-shampoo-2', 'Close view of the herbal shampoo’s label'],
    ],
  },
];

/** Only for starting custom orders, so it is not in the catalogue. */
export const SAMPLE_OWN_IDEA = {
  number: SAMPLE_ARTWORKS.length + 1,
  picture: ['painters-table-above', 'Half-painted cloth on the table, seen from above, with pots of colour'] as const,
  dateCreated: '2025-07-01',
  input: (image: string | undefined) =>
    artworkSchema.parse({
      title: 'Your own idea',
      description: 'A photo, a sketch or a sentence is enough. We draw it for you before we paint.',
      price: 'on request',
      medium: 'fabric',
      category: 'Fabric Painting',
      status: 'own-idea',
      stockCount: 0,
      countryOfOrigin: 'India',
      images: [image],
    }),
};

export const sampleCatalogue = (): Artwork[] =>
  SAMPLE_ARTWORKS.map(({ number, pictures, ...artwork }) => {
    const { images: _images, version: _version, ...fields } = sampleInput(artwork, ['/media/none.webp']);
    return {
      ...fields,
      id: String(number),
      slug: String(number),
      pictures: pictures.map(([, alt]) => ({ ...PLACEHOLDER, alt })),
      inStock: fields.stockCount > 0,
      hasVariants: false,
      variants: [],
      personalizationFields: [],
      version: 1,
      createdAt: madeAt(artwork),
    };
  }).sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());

export const sampleInput = (
  { priceInRupees, ...artwork }: Omit<SampleArtwork, 'number' | 'pictures'>,
  images: (string | undefined)[],
) => artworkSchema.parse({ ...artwork, price: String(priceInRupees), countryOfOrigin: 'India', images });

export const madeAt = ({ dateCreated }: Pick<SampleArtwork, 'dateCreated'>): Date =>
  new Date(`${dateCreated}T06:30:00Z`);
