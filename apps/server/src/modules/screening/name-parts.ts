/** The parts of a name as lists and people are compared: without case, accents and signs, in any order. */
export function nameParts(name: string): string[] {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return [...new Set(plain.split(/[^\p{L}\p{N}]+/u).filter((part) => part !== ''))].toSorted();
}

/**
 * Whether two names can be those of one person: every part of the shorter one is in the other, and there are two at
 * least. An empty name cannot be compared, and passes.
 */
export function isSameName(one: string, other: string): boolean {
  const [short = [], long = []] = [nameParts(one), nameParts(other)].toSorted(
    (left, right) => left.length - right.length,
  );
  if (short.length === 0) return true;
  return short.every((part) => long.includes(part)) && (short.length > 1 || long.length === 1);
}
