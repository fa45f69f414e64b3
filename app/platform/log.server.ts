import { pino, stdSerializers } from 'pino';

/** Writes one JSON line per event. Omits the parameters of database errors, which may be personal data. */
export const log = pino({
  level: process.env.LOG_LEVEL || 'info',
  base: undefined,
  serializers: { err: describeError },
  hooks: {
    logMethod(entry, write, level) {
      const [fields, message] = entry as [unknown, string | undefined];
      if (level >= ERROR && typeof fields === 'object' && fields !== null) rememberError(fields, message ?? '');
      write.apply(this, entry);
    },
  },
});

const ERROR = 50;
const MAX_REMEMBERED = 50;

export type LoggedError = { at: Date; message: string; request?: string; path?: string; error?: string };
const remembered: LoggedError[] = [];

function rememberError(fields: object, message: string): void {
  const { err, request, path } = fields as { err?: unknown; request?: string; path?: string };
  const error = err instanceof Error ? `${err.name}: ${withoutParameters(err.message)}` : undefined;
  remembered.push({
    at: new Date(),
    message,
    ...(request !== undefined && { request }),
    ...(path !== undefined && { path }),
    ...(error !== undefined && { error }),
  });
  if (remembered.length > MAX_REMEMBERED) remembered.shift();
}

export const recentErrors = (): LoggedError[] => remembered.toReversed();

/** Matches paths whose next segment is a secret key, in every spelling that the router accepts. */
const KEY_IN_PATH = /^(\/+commission\/+|\/+wishlist\/+shared\/+)[^/]+/i;

/** Removes the keys of requests and shared wishlists from a path. */
export const loggedPath = (path: string): string =>
  path
    .replace(/%([2-7][\da-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(KEY_IN_PATH, '$1…');

export function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { message, stack, cause: _cause, params: _params, ...rest } = stdSerializers.err(error);
  const text = withoutParameters(message);
  return {
    ...Object.fromEntries(
      Object.entries(rest).filter(([name]) => ['type', 'code', 'constraint', 'table', 'severity'].includes(name)),
    ),
    message: text,
    stack: withoutParameters(stack),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}

const withoutParameters = (text: string | undefined) => text?.replace(/\nparams: [^]*?(?=\n {4}at |$)/, '');
