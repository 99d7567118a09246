import type { BrowserOptions, ErrorEvent, EventHint } from '@sentry/browser';
import { reportRules } from './report-rules.ts';
import { scrub } from './scrub.ts';

/** The report without anything personal, or nothing for an error that is none of ours. */
export function judgeReport(event: ErrorEvent, { originalException }: EventHint): ErrorEvent | null {
  const values = event.exception?.values ?? [];
  const first = values[0];
  const seen = {
    name: first?.type ?? '',
    message: first?.value ?? event.message ?? '',
    sources: values.flatMap(({ stacktrace }) => (stacktrace?.frames ?? []).flatMap(({ filename }) => filename ?? [])),
    isOtherThing:
      originalException !== undefined && originalException !== null && !(originalException instanceof Error),
  };
  if (isIgnored(seen)) return null;
  const { user: _user, ...rest } = event;
  return { ...rest, ...cleaned(rest), type: undefined };
}

type TransactionEvent = Parameters<NonNullable<BrowserOptions['beforeSendTransaction']>>[0];

/** A trace without anything personal; none that is longer than a trace may be, or whose length is not known (9-41). */
export function judgeTrace(event: TransactionEvent): TransactionEvent | null {
  const { timestamp, start_timestamp: start } = event;
  if (timestamp === undefined || start === undefined || timestamp - start > reportRules.traceMaxSeconds) return null;
  const { user: _user, ...rest } = event;
  return { ...rest, ...cleaned(rest), type: 'transaction' };
}

/** Scrubbing keeps the shape: texts stay texts. */
export function cleaned<Value extends object>(value: Value): Value {
  const clean = scrub(value);
  return isAlike(clean, value) ? clean : value;
}

function isAlike<Value extends object>(clean: unknown, _like: Value): clean is Value {
  return typeof clean === 'object' && clean !== null;
}

/** What of an error decides whether it is worth a report. */
interface SeenError {
  name: string;
  message: string;
  /** Addresses of the scripts in its trace. */
  sources: readonly string[];
  /** What was thrown was no Error. */
  isOtherThing: boolean;
}

/** Failures of the network, of a foreign script, of a frame of another site, and waits that ran out (8-30 to 8-34). */
const ignored: readonly RegExp[] = [
  /NetworkFailure|Failed to fetch|NetworkError|Load failed|network connection|ERR_(INTERNET|NETWORK)/i,
  /Failed to fetch dynamically imported module|Importing a module script failed|ChunkLoadError/i,
  /captcha/i,
  /Blocked a frame|cross-origin|Permission denied to access property|SecurityError|^Script error\.?$/i,
  /time(d)?[ -]?out|TimeoutError|AbortError|aborted/i,
];

/** Whether an error is none of ours and goes unreported. */
export function isIgnored({ name, message, sources, isOtherThing }: SeenError): boolean {
  if (isOtherThing) return true;
  if (sources.some((source) => /captcha/i.test(source))) return true;
  return ignored.some((pattern) => pattern.test(message) || pattern.test(name));
}
