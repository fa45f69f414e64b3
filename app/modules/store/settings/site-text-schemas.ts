import { z } from 'zod';
import { brandColour, longText, text } from './setting-values.ts';

/** The texts and figures of the home page, the about page and the footer. */
export const siteTextSchemas = {
  figures: z
    .strictObject({
      happyCustomers: text.nullable().default('2,500+'),
      artworks: text.nullable().default('1,200+'),
      years: text.nullable().default('15+'),
      cities: text.nullable().default('50+'),
      rating: z.number('From 0 to 5').min(0, 'From 0 to 5').max(5, 'From 0 to 5').nullable().default(4.9),
      foundedIn: z.int('A year').min(1800, 'A year').max(2200, 'A year').nullable().default(2009),
    })
    .prefault({}),
  testimonials: z
    .array(
      z.strictObject({
        name: text,
        place: text,
        quote: text,
        rating: z.int('From 1 to 5').min(1, 'From 1 to 5').max(5, 'From 1 to 5'),
        source: z.string().trim().max(200, 'At most 200 characters').default(''),
        hasConsent: z.boolean().default(false),
      }),
    )
    .max(12, 'At most 12')
    .default([
      {
        name: 'Customer in Pune',
        place: 'Madhubani dupatta',
        quote: 'The fish look as if they are swimming when I walk. My mother asked who wove it.',
        rating: 5,
        source: '',
        hasConsent: false,
      },
      {
        name: 'Customer in Dehradun',
        place: 'Custom Aipan saree',
        quote: 'I sent my grandmother’s cream saree. It came back as something I will hand down.',
        rating: 5,
        source: '',
        hasConsent: false,
      },
      {
        name: 'Customer in Bengaluru',
        place: 'Himalayan Dawn',
        quote: 'The painting arrived in a wooden crate with a note. Colours are truer than the photo.',
        rating: 5,
        source: '',
        hasConsent: false,
      },
    ]),
  founders: z
    .array(z.strictObject({ name: text, role: text, about: text }))
    .max(6, 'At most 6')
    .default([
      {
        name: 'Kamla Bisht',
        role: 'Founder, fabric painter',
        about: 'Learnt aipan from her mother on a mud floor in Almora and has painted it on cloth ever since.',
      },
      {
        name: 'Harish Verma',
        role: 'Founder, oil painter',
        about: 'Paints the hills in oil and sees that every parcel leaves the studio whole.',
      },
    ]),
  brandColour: brandColour.default('#8c2f1d'),
  home: z
    .strictObject({
      heroTitle: text.default('Painted by hand,'),
      heroEmphasis: text.default('for one person.'),
      heroText: text.default(
        'Sarees, dupattas, suits and gowns painted to order in a Kumaon hill studio. Bring your own fabric, or let us find it.',
      ),
      searchText: text.default(
        'Hand-painted sarees, dupattas and suits, oil paintings, handcraft and skin care from a studio in Uttarakhand, India. Painted to order, delivered across India.',
      ),
      visitText: text.default('Two rooms above the bazaar. Come and choose your fabric in person; tea is on us.'),
    })
    .prefault({}),
  about: z
    .strictObject({
      /** Ends with the year in `figures.foundedIn`. */
      lede: text.default(
        'Two artisans in a hill town of Uttarakhand have painted cloth and canvas by hand, and sent it across India.',
      ),
      /** An empty line separates paragraphs; null means no story. */
      story: longText
        .nullable()
        .default(
          'It began with Aipan: white rice paste on a wall washed with red earth, drawn by the women of Kumaon for every threshold and every feast. It starts from one dot and grows outward, ring by ring.\n\nWe took it from the wall to the saree. From there we went on to Madhubani, to oils of the snows seen from the studio window, and to clay, brass and bamboo. Two people, one table, one order at a time.',
        ),
    })
    .prefault({}),
  values: z
    .array(z.strictObject({ title: text, text }))
    .max(8, 'At most 8')
    .default([
      { title: 'All by hand', text: 'Drawn freehand, without stencils or transfers.' },
      { title: 'Made for one person', text: 'Most pieces are painted for the person who ordered them.' },
      { title: 'Nothing wasted', text: 'We use natural dyes where they last, and turn offcuts into borders.' },
      { title: 'Fair prices', text: 'We price each piece by the hours it takes.' },
    ]),
  footer: z
    .strictObject({
      /** Ends with the year in `figures.foundedIn`. */
      text: text.default('Hand-painted cloth, oils and craft from a two-artisan studio in the hills of Uttarakhand.'),
      delivery: text.default('Delivery across India'),
    })
    .prefault({}),
} as const;
