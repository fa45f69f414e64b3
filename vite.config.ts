import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defaultServerConditions, defineConfig } from 'vite';

/** The home page has no forms and dialogs, so a later page loads their code. */
const FORMS =
  /\/app\/(ui\/kit\/(field|dialog|error-summary|use-form|chip|quantity|accordion|write-field|leave-guard)|ui\/shop\/(info-page|person-fields|post-result|search-field|postal-fields|pin-place|total-rows|selected-design|personalization)|basics\/(india|rupees|phone|personalization|states|gstin|duration|payment-methods|one-line|whatsapp-address)|platform\/forms|modules\/\w+\/(accounts\/(account|messages)|cart\/messages|artworks\/personalization|coupons\/messages|holds\/hold|ledger\/ledger|media\/messages|requests\/(messages|request)|orders\/(messages|order)|invoices\/paper|payments\/(payment|messages)|closing\/messages|pricing\/total-rows|settings\/(seller|interstate))|routes\/stay-here)\./;

/** Excludes Zod, invoices, uploads, and code that guests do not need. */
const SHARED =
  /\/app\/(?!.*-schemas?\.ts|.*(?:use-uploads|send-file|use-live-updates|typed-text|phone|web-address|use-form-answer|use-fetcher-answer|wrapped-text)\.tsx?|modules\/\w+\/(?:invoice-documents|media\/messages))(ui|basics|modules|platform|routes(?!\/admin))\//;

/** Bundles what most pages share into a few files. */
const CHUNKS = [
  // Only a few pages validate while the visitor types, so most need no Zod.
  { name: 'libraries', test: /node_modules\/(?!zod\/)/, minShareCount: 8 },
  {
    name: 'shared',
    test: (id: string) => SHARED.test(id) && !FORMS.test(id),
    minShareCount: 8,
  },
  { name: 'forms', test: FORMS, minShareCount: 8 },
  { name: 'admin', test: /\/app\/routes\/admin\//, minShareCount: 8 },
  {
    name: 'small',
    test: /vite\/preload-helper|structured-data|shop\/share\.|app\/(unreached|page-problem)\.|use-pending|typed-address|text-channels|storefront\/problems|use-page-change|focus-heading|stale-catalogue/,
  },
];

/** Libraries with files, native code or workers cannot be bundled. */
const NOT_BUNDLED = ['sharp', '@electric-sql/pglite', 'pg', 'pdfkit', 'pino'];

const hasFailpoints = process.env.FAILPOINTS === 'on';

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter()],
  environments: {
    client: {
      build: {
        rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } },
        ...(hasFailpoints && { minify: false }),
      },
    },
    ssr: {
      build: { rollupOptions: { input: './server/app.ts' } },
      // A bundled server starts three times as fast. Node's variants are used, because the browser's password hash
      // would block for half a second.
      ...(command === 'build' && {
        resolve: {
          conditions: [...(hasFailpoints ? ['failpoints'] : []), 'node', ...defaultServerConditions],
          noExternal: true,
          external: NOT_BUNDLED,
        },
      }),
    },
  },
  // A request would cost more than a small ornament, so these are inlined.
  build: {
    assetsInlineLimit: 1024,
    // Every page's script would contain the preload lists.
    modulePreload: { resolveDependencies: (_, files) => files.filter((file) => file.endsWith('.css')) },
  },
}));
