import { createHash } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import type { gatewayHosts } from '#app/basics/payment-methods.ts';
import { factsOf } from '#app/route-facts.ts';

/** A page fetches dozens of these files, so every header byte counts. */
const PART_OF_A_PAGE = /^\/(assets|scenes|media)\//;
const INLINE_SCRIPT = /<script(?![^>]*\s(?:src=|type="application\/))[^>]*>([\s\S]*?)<\/script>/g;

export type ScriptHashes = { scriptHashes: string[] };

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
  pictureOrigin?: string;
  signInOrigin?: string;
  gateways: readonly NonNullable<ReturnType<typeof gatewayHosts>>[];
  development: boolean;
};

/**
 * Sets the headers of every answer (T10). Only a document's own scripts run, by hash. Headers that the route sets are
 * kept.
 */
export function securityHeaders(options: Options): MiddlewareHandler {
  const page = secureHeaders(pageHeaders({ ...options, gateways: [] }));
  const paymentPage = secureHeaders(pageHeaders(options));
  // A file that is opened as a document can load and run nothing.
  const file = secureHeaders({
    ...common(options),
    contentSecurityPolicy: { defaultSrc: [`'none'`], frameAncestors: [`'none'`] },
    crossOriginOpenerPolicy: false,
    referrerPolicy: false,
    xFrameOptions: false,
  });
  return async (context, next) => {
    // The policy depends on the document, so the route runs first.
    await next();
    const { path } = context.req;
    const headers = PART_OF_A_PAGE.test(path) ? file : factsOf(path).opensGateway ? paymentPage : page;
    // An error page lacks its route's headers, so secret links get them here.
    if (context.req.query('token') !== undefined) {
      context.header('Referrer-Policy', 'no-referrer');
      context.header('Cache-Control', 'no-store');
    }
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

function pageHeaders(options: Options): Parameters<typeof secureHeaders>[0] {
  const { pictureOrigin, signInOrigin, gateways, development } = options;
  const gateway = gateways.flatMap(({ all }) => all ?? []);
  const opensGateway = gateway.length > 0;
  return {
    ...common(options),
    contentSecurityPolicy: {
      defaultSrc: [`'none'`],
      scriptSrc: [scriptsOf],
      // In development, Vite needs inline styles and a web socket.
      styleSrc: [`'self'`, ...(development ? [`'unsafe-inline'`] : [])],
      ...(opensGateway && { styleSrcAttr: [`'unsafe-inline'`] }),
      imgSrc: [`'self'`, 'data:', 'blob:', ...(pictureOrigin ? [pictureOrigin] : []), ...gateway],
      connectSrc: [`'self'`, ...(development ? ['ws:'] : []), ...gateway],
      fontSrc: [`'self'`, 'data:'],
      frameSrc: [`'self'`, ...gateway],
      manifestSrc: [`'self'`],
      workerSrc: [`'self'`],
      formAction: [`'self'`, ...(signInOrigin ? [signInOrigin] : []), ...gateways.flatMap(({ form = [] }) => form)],
      baseUri: [`'none'`],
      frameAncestors: [`'none'`],
      objectSrc: [`'none'`],
    },
    // A bank's window must return to the page that opened it.
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
