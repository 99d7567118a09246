import { createHash } from 'node:crypto';

/** Hash of what a call asks for: the same fields in any order give the same hash. */
export function hashBody(fields: Readonly<Record<string, unknown>>): Uint8Array {
  return createHash('sha256')
    .update(JSON.stringify(sort(fields)))
    .digest();
}

function sort(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sort);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(
    entries.toSorted(([left], [right]) => (left < right ? -1 : 1)).map(([key, item]) => [key, sort(item)]),
  );
}
