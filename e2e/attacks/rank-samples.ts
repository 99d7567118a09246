/** How well two sets of times can be distinguished. */
export interface Ranking {
  /** Share of pairs in which the second is the slower one: 0.5 reveals nothing, 0 or 1 everything. */
  auc: number;
  /** Second minus first, milliseconds. */
  medianDifference: number;
}

/** Compares times of two kinds of requests, pair by pair. */
export function rankSamples(first: readonly number[], second: readonly number[]): Ranking {
  let slower = 0;
  for (const one of first) for (const other of second) slower += other > one ? 1 : other === one ? 0.5 : 0;
  return { auc: slower / (first.length * second.length), medianDifference: median(second) - median(first) };
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
