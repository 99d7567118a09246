import type { Randomness } from '../../context.ts';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A client's public number: `C` and 12 signs that cannot be mistaken for each other. */
export function makeNiceId(random: Randomness): string {
  return `C${Array.from(random.bytes(12), (byte) => alphabet[byte % alphabet.length]).join('')}`;
}
