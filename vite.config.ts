import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defaultServerConditions, defineConfig } from 'vite';

/** Home has neither forms nor dialogs, so what only these need comes with the first page that has one. */
const FORMS =
  /\/app\/(ui\/kit\/(field|dialog|error-summary|use-form|chip|quantity|accordion|write-field|leave-guard)|ui\/shop\/(info-page|person-fields|post-result|search-field|postal-fields|pin-place|total-rows|selected-design|personalization)|basics\/(india|rupees|phone|personalization|states|gstin|duration|payment-methods|one-line)|platform\/forms|modules\/\w+\/(accounts\/(account|messages)|cart\/messages|artworks\/personalization|coupons\/messages|holds\/hold|ledger\/ledger|media\/messages|requests\/(messages|request)|orders\/(messages|order)|invoices\/paper|payments\/payment|pricing\/total-rows|settings\/seller)|routes\/stay-here)\./;

/** Not what brings Zod along, nor what papers say, nor what sends files, nor what no guest needs. */
const SHARED =
  /\/app\/(?!.*-schemas?\.ts|.*(?:use-uploads|send-file|use-live-updates|typed-text|phone|web-address|use-form-answer|use-fetcher-answer|wrapped-text)\.tsx?|modules\/\w+\/(?:invoice-documents|media\/messages))(ui|basics|modules|platform|routes(?!\/admin))\//;

/**
 * What most pages need comes in a few files instead of thirty: the libraries, which change seldom, and the shop's own
 * shared parts, those of forms apart. What fewer pages share stays in small files of its own, but for the few that a shopper's first
 * page would fetch one by one.
 */
const CHUNKS = [
  // Zod is for the few pages that check a form while it is typed.
  { name: 'libraries', test: /node_modules\/(?!zod\/)/, minShareCount: 8 },
  {
    name: 'shared',
    test: (id: string) => SHARED.test(id) && !FORMS.test(id),
    minShareCount: 8,
  },
  { name: 'forms', test: FORMS, minShareCount: 8 },
  // What the admin's pages share is for no shopper.
  { name: 'admin', test: /\/app\/routes\/admin\//, minShareCount: 8 },
  {
    name: 'small',
    test: /vite\/preload-helper|structured-data|shop\/share\.|app\/(unreached|page-problem)\.|use-pending|typed-address|text-channels|storefront\/problems|use-page-change|focus-heading|stale-catalogue|prefetch-actions|artworks\/messages/,
  },
];

/** Libraries that read files beside their own, hold native code or start a worker: they stay where they are installed. */
const NOT_BUNDLED = ['sharp', '@electric-sql/pglite', 'pg', 'pdfkit', 'pino'];

/** Built for the tests that kill the shop at named places (decision 55), beside the build that serves. */
const hasFailpoints = process.env.FAILPOINTS === 'on';

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter()],
  environments: {
    client: {
      build: {
        rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } },
        // No browser loads it.
        ...(hasFailpoints && { minify: false }),
      },
    },
    ssr: {
      build: { rollupOptions: { input: './server/app.ts' } },
      // A thousand small files less to find and read: the shop opens three times as fast, in a fifth less memory.
      // What has a variant for Node comes as that: the other one of a password's hash would stop everybody for half a second.
      ...(command === 'build' && {
        resolve: {
          conditions: [...(hasFailpoints ? ['failpoints'] : []), 'node', ...defaultServerConditions],
          noExternal: true,
          external: NOT_BUNDLED,
        },
      }),
    },
  },
  // The small ornaments lie in the style sheet: a request of its own would weigh more than each of them.
  build: {
    assetsInlineLimit: 1024,
    // Lists of what a script may import later would be in the scripts of every page.
    modulePreload: { resolveDependencies: (_, files) => files.filter((file) => file.endsWith('.css')) },
  },
}));
