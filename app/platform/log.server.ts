import { pino, stdSerializers } from 'pino';

/**
 * One JSON line an event. What a database refuses comes with its parameters in the message, and those are people's
 * data: they are cut off before the line is written.
 */
export const log = pino({
  level: process.env.LOG_LEVEL || 'info',
  base: undefined,
  serializers: { err: describeError },
});

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
