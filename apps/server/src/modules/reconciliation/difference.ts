/** Something that two sides do not tell alike, in smallest units. */
export interface Difference {
  subject: string;
  /** What the ledger says. */
  ours: bigint;
  /** What the other side says. */
  theirs: bigint;
}

/** Nothing when both sides agree. */
export function difference(subject: string, ours: bigint, theirs: bigint): Difference[] {
  return ours === theirs ? [] : [{ subject, ours, theirs }];
}
