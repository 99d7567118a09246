import { accountChain } from './account-chain.ts';
import type { PayoutChain } from './payout-chain.ts';
import { utxoChain } from './utxo-chain.ts';

const chains: ReadonlyMap<string, PayoutChain> = new Map([
  ['bitcoin', utxoChain],
  ['ethereum', accountChain],
]);

/** @throws Error for a chain that nobody pays out on */
export function findPayoutChain(chain: string): PayoutChain {
  const found = chains.get(chain);
  if (found === undefined) throw new Error(`Nobody pays out on the chain ${chain}.`);
  return found;
}
