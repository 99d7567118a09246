import type { ErrorEvent, EventHint } from '@sentry/browser';
import { isIgnored } from './ignored-errors.ts';
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

/** Scrubbing keeps the shape: texts stay texts. */
export function cleaned<Value extends object>(value: Value): Value {
  const clean = scrub(value);
  return isAlike(clean, value) ? clean : value;
}

function isAlike<Value extends object>(clean: unknown, _like: Value): clean is Value {
  return typeof clean === 'object' && clean !== null;
}
