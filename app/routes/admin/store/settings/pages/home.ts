import {
  area,
  number,
  numberOrNone,
  text,
  textOrNone,
  tick,
  type SettingPage,
} from '#app/routes/admin/store/settings/setting-fields.ts';

export const HOME: SettingPage = {
  id: 'home',
  title: 'Home and about',
  sections: [
    {
      id: 'hero',
      title: 'Home page',
      fields: [
        text('home.heroTitle', 'Headline, first line'),
        text('home.heroEmphasis', 'Headline, second line'),
        area('home.heroText', 'Below the headline'),
        area('home.visitText', 'Visit the studio'),
        { path: 'brandColour', label: 'Brand colour', kind: 'colour', hint: 'Dark enough for light text on it' },
      ],
    },
    {
      id: 'story',
      title: 'About page and footer',
      intro: 'The year you were founded is added to the first sentence and the footer.',
      fields: [
        area('about.lede', 'First sentence of About'),
        {
          path: 'about.story',
          label: 'Your story',
          kind: 'long-or-none',
          hint: 'Leave an empty line between paragraphs',
          optional: true,
        },
        area('footer.text', 'Footer'),
        numberOrNone('figures.foundedIn', 'Founded in', 'Year'),
      ],
    },
    {
      id: 'figures',
      title: 'Figures',
      intro: 'Enter only true figures. Leave a field empty to hide its figure.',
      isFolded: true,
      fields: [
        textOrNone('figures.happyCustomers', 'Happy customers'),
        textOrNone('figures.artworks', 'Artworks'),
        textOrNone('figures.years', 'Years'),
        textOrNone('figures.cities', 'Cities'),
        numberOrNone('figures.rating', 'Rating', 'Out of 5'),
      ],
    },
    {
      id: 'testimonials',
      title: 'Testimonials',
      intro: 'On the home page, in this order. A live shop shows only testimonials with a source and consent.',
      isFolded: true,
      fields: [],
      list: {
        key: 'testimonials',
        row: 'Testimonial',
        add: 'Add a testimonial',
        summary: (read) => [read('name'), read('place')].join(' · '),
        fields: [
          text('name', 'Customer'),
          text('place', 'About'),
          area('quote', 'Quote'),
          number('rating', 'Stars', '1–5'),
          {
            path: 'source',
            label: 'Source',
            kind: 'text',
            hint: 'For your records, e.g. “email, 3 Oct 2026”',
            optional: true,
          },
          tick('hasConsent', 'They agreed to be quoted'),
        ],
      },
    },
    {
      id: 'founders',
      title: 'Founders',
      intro: 'On the about page, in this order.',
      isFolded: true,
      fields: [],
      list: {
        key: 'founders',
        row: 'Founder',
        add: 'Add a founder',
        fields: [text('name', 'Name'), text('role', 'Role'), area('about', 'One sentence')],
      },
    },
    {
      id: 'values',
      title: 'Values',
      intro: 'On the about page, in this order.',
      isFolded: true,
      fields: [],
      list: {
        key: 'values',
        row: 'Value',
        add: 'Add a value',
        fields: [text('title', 'Title'), area('text', 'One sentence')],
      },
    },
    {
      id: 'search',
      title: 'Search results and delivery line',
      isFolded: true,
      fields: [
        area('home.searchText', 'Home page in search results'),
        text('footer.delivery', 'Delivery line', 'Shown in the footer and the bar at the top'),
      ],
    },
  ],
};
