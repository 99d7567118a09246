import type { Randomness } from '../../context.ts';

/** Crockford's base 32: no I, L, O or U, so that nobody misreads or misspells an order number. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const bytesNeeded = 10;

/** A public order id. It is a capability, so it carries 80 random bits. */
export function makeNiceId(random: Randomness): string {
  let bits = BigInt(`0x${Buffer.from(random.bytes(bytesNeeded)).toString('hex')}`);
  let text = '';
  for (let index = 0; index < 16; index += 1) {
    text = alphabet.charAt(Number(bits & 31n)) + text;
    bits >>= 5n;
  }
  return `CW${text}`;
}
