import { createHash } from 'node:crypto';

/** A repeatable stream of steps in parts per million between -largest and +largest, one stream per seed and asset. */
export function createSteps(seed: string, largest: number): () => bigint {
  let state = createHash('sha256').update(seed).digest().readUInt32LE(0);
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const range = 2 * largest + 1;
    return BigInt(Math.floor(((state >>> 8) * range) / 2 ** 24) - largest);
  };
}
