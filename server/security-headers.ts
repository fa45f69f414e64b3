import { createHash } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import type { gatewayHosts } from '#app/basics/payment-methods.ts';
import { factsOf } from '#app/route-facts.ts';

/** Scripts, styles, fonts and pictures: fetched by the dozen, where every byte of their headers counts. */
const PART_OF_A_PAGE = /^\/(assets|scenes|media)\//;
/** A script in a document of ours; what is only data (`application/ld+json`) never runs, and needs no leave. */
const INLINE_SCRIPT = /<script(?![^>]*\s(?:src=|type="application\/))[^>]*>([\s\S]*?)<\/script>/g;

/** Where a document's hashes wait for its policy. */
export type ScriptHashes = { scriptHashes: string[] };

/** The hashes of the scripts that stand in a document, as a policy names them. */
export const scriptHashesOf = (html: string): string[] => [
  ...new Set(
    Array.from(
      html.matchAll(INLINE_SCRIPT),
      ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
    ),
  ),
];

const scriptsOf = (context: Context): string => [...(context.get('scriptHashes') ?? []), `'strict-dynamic'`].join(' ');

type Options = {
  https: boolean;
  /** Where pictures are kept when not with us. */
  pictureOrigin?: string;
  /** Where the form leads that signs in elsewhere. */
  signInOrigin?: string;
  /** The gateways whose own checkout the payment page opens. */
  gateways: readonly NonNullable<ReturnType<typeof gatewayHosts>>[];
  development: boolean;
};

/**
 * The headers every answer carries; the policy is that of the threat list (T10). Of the scripts in a document only those run that
 * the server wrote there: the policy names each by its hash. An answer that names a header of its own (a mail shown in a frame)
 * keeps it.
 */
export function securityHeaders(options: Options): MiddlewareHandler {
  const page = secureHeaders(pageHeaders({ ...options, gateways: [] }));
  const paymentPage = secureHeaders(pageHeaders(options));
  // A file is no document; opened as one it may do nothing.
  const file = secureHeaders({
    ...common(options),
    contentSecurityPolicy: { defaultSrc: [`'none'`], frameAncestors: [`'none'`] },
    crossOriginOpenerPolicy: false,
    referrerPolicy: false,
    xFrameOptions: false,
  });
  return async (context, next) => {
    // The document first: its policy follows from it.
    await next();
    const { path } = context.req;
    const headers = PART_OF_A_PAGE.test(path) ? file : factsOf(path).opensGateway ? paymentPage : page;
    await headers(context, async () => {});
  };
}

const common = ({ https }: Options) => ({
  crossOriginResourcePolicy: false,
  originAgentCluster: false,
  strictTransportSecurity: https && 'max-age=31536000; includeSubDomains',
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
  overwrite: false,
});

/** `gateways` are let in: their frames, their calls, their window to the bank, the styles they put on their own elements, and the forms that lead to them. */
function pageHeaders(options: Options): Parameters<typeof secureHeaders>[0] {
  const { pictureOrigin, signInOrigin, gateways, development } = options;
  const gateway = gateways.flatMap(({ all }) => all ?? []);
  const opensGateway = gateway.length > 0;
  return {
    ...common(options),
    contentSecurityPolicy: {
      defaultSrc: [`'none'`],
      scriptSrc: [scriptsOf],
      // Vite puts styles into the page and sends changes over a web socket; a built shop does neither.
      styleSrc: [`'self'`, ...(development ? [`'unsafe-inline'`] : [])],
      ...(opensGateway && { styleSrcAttr: [`'unsafe-inline'`] }),
      imgSrc: [`'self'`, 'data:', 'blob:', ...(pictureOrigin ? [pictureOrigin] : []), ...gateway],
      connectSrc: [`'self'`, ...(development ? ['ws:'] : []), ...gateway],
      // The first letters lie in the style sheet.
      fontSrc: [`'self'`, 'data:'],
      frameSrc: [`'self'`, ...gateway],
      manifestSrc: [`'self'`],
      workerSrc: [`'self'`],
      formAction: [`'self'`, ...(signInOrigin ? [signInOrigin] : []), ...gateways.flatMap(({ form = [] }) => form)],
      baseUri: [`'none'`],
      frameAncestors: [`'none'`],
      objectSrc: [`'none'`],
    },
    // A bank's page is a window of its own, which must find its way back.
    crossOriginOpenerPolicy: opensGateway ? 'same-origin-allow-popups' : 'same-origin',
    permissionsPolicy: {
      camera: [],
      geolocation: [],
      microphone: [],
      payment: opensGateway ? ['self', ...gateways.flatMap(({ payment = [] }) => payment)] : [],
      usb: [],
    },
    referrerPolicy: 'strict-origin-when-cross-origin',
    xFrameOptions: 'DENY',
  };
}
