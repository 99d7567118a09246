import { createHash } from 'node:crypto';

const hourMs = 3_600_000;
const lengthOf = { hour: hourMs, day: 24 * hourMs } as const;
const countOf = { hour: 8 * 24, day: 366 } as const;
const million = 1_000_000;

/** Waves of a coin's price: how long each is in hours, and how far it goes in parts per million. */
const waves = [
  { hours: 3, size: 6_000 },
  { hours: 17, size: 14_000 },
  { hours: 90, size: 35_000 },
  { hours: 450, size: 80_000 },
  { hours: 2_600, size: 160_000 },
] as const;
/** Fiat and coins pegged to the dollar hardly move. */
const steadyShare = 0.06;

interface Past {
  seed: string;
  every: 'hour' | 'day';
  /** The present price, which the past leads to. */
  eur: bigint;
  isSteady: boolean;
  now: number;
}

/** Prices of whole hours or days before now, the same for a moment whenever it is asked about. */
export function pastPrices({ seed, every, eur, isSteady, now }: Past): { start: number; prices: bigint[] } {
  const length = lengthOf[every];
  const start = (Math.floor(now / length) - countOf[every]) * length;
  const levelAt = (at: number) => {
    const moved = waves.reduce(
      (sum, { hours, size }) => sum + size * noise(`${seed}:${hours}`, at / (hours * hourMs)),
      0,
    );
    return BigInt(Math.round(million + moved * (isSteady ? steadyShare : 1)));
  };
  const present = levelAt(now);
  const prices = Array.from({ length: countOf[every] }, (_, index) => {
    // The end of the hour or day.
    return (eur * levelAt(start + (index + 1) * length)) / present;
  });
  return { start, prices };
}

/** Smooth between whole numbers, each of which has its own height from -1 to 1. */
function noise(seed: string, place: number): number {
  const from = Math.floor(place);
  const part = place - from;
  const smooth = part * part * (3 - 2 * part);
  return heightOf(`${seed}:${from}`) * (1 - smooth) + heightOf(`${seed}:${from + 1}`) * smooth;
}

/** A year of all coins has thousands, and is asked for again and again. */
const heights = new Map<string, number>();

function heightOf(place: string): number {
  const known = heights.get(place);
  if (known !== undefined) return known;
  const height = createHash('sha256').update(place).digest().readUInt32LE(0) / 2 ** 31 - 1;
  heights.set(place, height);
  return height;
}
