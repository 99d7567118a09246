import type { AppContext } from '../../context.ts';
import { childrenMax } from '../../providers/deposit-key.ts';

/** Before this nobody handed an address out, so that branches have 31 bits for 68 years of seconds. */
const firstSecond = Date.UTC(2026, 0, 1) / 1000;
/** Processes that start in the same second begin in one of 2048 lanes of a million addresses each. */
const laneBits = 20n;
const laneCount = 2048;

/** Where each running process is; in memory, so that nothing that happens to the database sets it back. */
const places = new WeakMap<AppContext['config'], { next: bigint; end: bigint }>();

/**
 * A number of a deposit key that no process has handed out before, whatever copy of the database it works on: the
 * branch is the second in which this process began to hand out, and the child counts up in memory.
 */
export function nextKeyIndex({ config, clock, random }: Pick<AppContext, 'config' | 'clock' | 'random'>): bigint {
  const known = places.get(config);
  const place = known === undefined || known.next === known.end ? openBranch(clock.now(), random.bytes(2)) : known;
  const keyIndex = place.next;
  places.set(config, { ...place, next: keyIndex + 1n });
  return keyIndex;
}

function openBranch(now: Date, bytes: Uint8Array): { next: bigint; end: bigint } {
  const seconds = Math.floor(now.getTime() / 1000) - firstSecond;
  // Branch 0 was handed out by a counter once.
  const branch = BigInt(Math.max(seconds, 1)) % childrenMax;
  const lane = BigInt((((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0)) % laneCount);
  const next = branch * childrenMax + (lane << laneBits);
  return { next, end: next + (1n << laneBits) };
}
