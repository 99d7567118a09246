import type { Randomness } from '../../context.ts';

const range = 1_000_000;
const fairBelow = Math.floor(2 ** 32 / range) * range;

/** Six digits, each number as likely as any other. */
export function makeCode(random: Randomness): string {
  for (;;) {
    const value = new DataView(Uint8Array.from(random.bytes(4)).buffer).getUint32(0);
    // The last, incomplete run of numbers would favour small codes.
    if (value < fairBelow) return String(value % range).padStart(6, '0');
  }
}
