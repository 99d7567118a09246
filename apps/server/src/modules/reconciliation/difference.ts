/** A difference between two sides, in smallest units. */
export interface Difference {
  subject: string;
  /** What the ledger says. */
  ours: bigint;
  /** What the other side says. */
  theirs: bigint;
  /** The order whose payment differs: querying the acquirer for it again may repair it. */
  orderId?: string;
  /** The transfer whose returns differ: the bank can say which. */
  transferId?: string;
}

export function isSameDifference(left: Difference, right: Difference): boolean {
  return left.subject === right.subject && left.ours - left.theirs === right.ours - right.theirs;
}

/** Nothing when both sides agree. */
export function difference(subject: string, ours: bigint, theirs: bigint, orderId?: string): Difference[] {
  return ours === theirs ? [] : [{ subject, ours, theirs, ...(orderId !== undefined && { orderId }) }];
}
