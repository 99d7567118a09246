import { createHash } from 'node:crypto';

/** Makes ids like pay_6f1c… from a seed and a counter: unique, and the same in every run with the same calls. */
export function createIds(seed: string): (prefix: string) => string {
  let counter = 0;
  return (prefix) => {
    counter += 1;
    const digest = createHash('sha256').update(`${seed}:${prefix}:${counter}`).digest('hex');
    return `${prefix}_${digest.slice(0, 24)}`;
  };
}
