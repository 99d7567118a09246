/** What is to be done with a sent pay-out after a look at the chain. */
export interface FollowDecision {
  status: 'broadcast' | 'confirmed' | 'settled';
  confirmations: number;
  /** The network has forgotten the transaction: the same bytes must be sent again. */
  isRebroadcast: boolean;
  /** A finished order's coins are no longer safely in the chain. */
  isEndangered: boolean;
}

/**
 * @param found confirmations the node tells, `undefined` when it does not know the transaction
 * @param needed confirmations that finish an order, and after which it is no longer followed
 */
export function decideFollow(
  before: { status: string },
  found: number | undefined,
  needed: { payoutConfirmations: number; settledConfirmations: number },
): FollowDecision {
  const confirmations = found ?? 0;
  const wasConfirmed = before.status === 'confirmed' || before.status === 'settled';
  const isSettled = confirmations >= needed.settledConfirmations;
  const isConfirmed = wasConfirmed || confirmations >= needed.payoutConfirmations;
  return {
    status: isSettled ? 'settled' : isConfirmed ? 'confirmed' : 'broadcast',
    confirmations,
    isRebroadcast: found === undefined,
    isEndangered: wasConfirmed && confirmations < needed.payoutConfirmations,
  };
}
