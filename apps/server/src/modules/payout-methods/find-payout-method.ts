import { chainNames } from '../../config/config-chains.ts';
import { bankPayout } from '../bank-payouts/bank-payout.ts';
import { balancePayout } from '../balance-payouts/balance-payout.ts';
import { cardPayout } from '../card-payouts/card-payout.ts';
import { chainPayout } from '../chain-payouts/chain-payout.ts';
import type { PayoutMethod } from '../order-lifecycle/payout-method.ts';

/** Payout methods by provider. A provider that is not listed has a price and takes no orders. */
const methods: ReadonlyMap<string, PayoutMethod> = new Map<string, PayoutMethod>([
  ['bank', bankPayout],
  ...chainNames.map((chain): [string, PayoutMethod] => [chain, chainPayout]),
  ['balance', balancePayout],
  ['card_one', cardPayout],
]);

/** Whether there is a payout method for this provider. */
export function hasPayoutMethod(provider: string): boolean {
  return methods.has(provider);
}

/** @throws Error for a provider without a method; call `hasPayoutMethod` first where the provider comes from outside */
export function findPayoutMethod(provider: string): PayoutMethod {
  const method = methods.get(provider);
  if (method === undefined) throw new Error(`Nothing is paid out by the provider ${provider}.`);
  return method;
}
