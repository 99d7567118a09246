/** What is to be done with a deposit after a look at the chain. */
export type DepositStep = 'wait' | 'credit' | 'forget' | 'lose' | 'regain' | 'settle';

/**
 * @param status `seen`, `credited` or `lost`
 * @param confirmations blocks on top of it and its own, 0 while it waits, `undefined` when the chain does not have it
 */
export function decideDeposit(
  status: string,
  confirmations: number | undefined,
  needed: { payinConfirmations: number; settledConfirmations: number },
): DepositStep {
  if (status === 'seen') {
    if (confirmations === undefined) return 'forget';
    return confirmations >= needed.payinConfirmations ? 'credit' : 'wait';
  }
  const isInChain = confirmations !== undefined && confirmations > 0;
  if (status === 'lost') return isInChain ? 'regain' : 'wait';
  if (!isInChain) return 'lose';
  return confirmations >= needed.settledConfirmations ? 'settle' : 'wait';
}
