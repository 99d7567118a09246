import pino from 'pino';

/** Fields that a log line may carry; any other field is left out, so that no secret or personal datum is logged. */
const allowedFields = [
  'account',
  'action',
  'alarm',
  'attempt',
  'call',
  'chain',
  'clientId',
  'code',
  'count',
  'currency',
  'durationMs',
  'entryId',
  'event',
  'from',
  'height',
  'job',
  'leftOut',
  'method',
  'niceId',
  'operator',
  'orderId',
  'partnerKey',
  'payoutId',
  'port',
  'provider',
  'reason',
  'requestId',
  'route',
  'sessionId',
  'status',
  'step',
  'txid',
  'url',
  'version',
  'way',
] as const;

export type LogFields = Partial<Record<(typeof allowedFields)[number], string | number | boolean>> & {
  error?: unknown;
};

/** Structured log: one message and fields of the allow-list. */
export interface Log {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

/** Writes JSON lines to standard output, or to the stream given. */
export function createLog(level: string, stream?: pino.DestinationStream): Log {
  const options: pino.LoggerOptions = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  const logger = stream === undefined ? pino(options) : pino(options, stream);
  const write =
    (method: 'debug' | 'info' | 'warn' | 'error') =>
    (message: string, fields: LogFields = {}) =>
      logger[method](pick(fields), message);
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
}

function pick(fields: LogFields): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const name of allowedFields) if (fields[name] !== undefined) picked[name] = fields[name];
  if (fields.error !== undefined) picked['error'] = describeError(fields.error);
  return picked;
}

function describeError(error: unknown): { name: string; message: string; stack?: string | undefined } {
  // The job queue reports its errors as plain objects.
  if (error instanceof Error || isLikeError(error))
    return { name: error.name ?? 'Error', message: error.message, stack: error.stack };
  return { name: 'Error', message: String(error) };
}

function isLikeError(error: unknown): error is { name?: string; message: string; stack?: string } {
  return typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string';
}
