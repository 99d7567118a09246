import { createHash } from 'node:crypto';

/** Hash of what a call asks for: the same fields in any order give the same hash. */
export function hashBody(fields: Readonly<Record<string, unknown>>): Uint8Array {
  return createHash('sha256')
    .update(JSON.stringify(sort(fields, 0)))
    .digest();
}

/** What a request holds is nested less than that; deeper is a mistake of ours, told before the stack is used up. */
const depthMax = 64;

function sort(value: unknown, depth: number): unknown {
  if (depth > depthMax) throw new Error('A body is nested too deep to be hashed.');
  if (Array.isArray(value)) return value.map((item) => sort(item, depth + 1));
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(
    entries.toSorted(([left], [right]) => (left < right ? -1 : 1)).map(([key, item]) => [key, sort(item, depth + 1)]),
  );
}
