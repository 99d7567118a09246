/** Something that two sides do not tell alike, in smallest units. */
export interface Difference {
  subject: string;
  /** What the ledger says. */
  ours: bigint;
  /** What the other side says. */
  theirs: bigint;
  /** The order whose payment differs: asking the acquirer for it again may put it right. */
  orderId?: string;
}

/** Nothing when both sides agree. */
export function difference(subject: string, ours: bigint, theirs: bigint, orderId?: string): Difference[] {
  return ours === theirs ? [] : [{ subject, ours, theirs, ...(orderId !== undefined && { orderId }) }];
}
