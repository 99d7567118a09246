import { chainNames } from '../../config/config-chains.ts';
import { bankPayin } from '../bank-payins/bank-payin.ts';
import { cardPayin } from '../acquirer-payins/card-payin.ts';
import { paymentProviders } from '../acquirer-payins/provider-route.ts';
import { chainPayin } from '../chain-payins/chain-payin.ts';
import { balancePayin } from '../balance-payins/balance-payin.ts';
import type { PayinMethod } from '../settlement/payin-method.ts';

/** Pay-in methods by provider. A provider that is not listed has a price and takes no orders. */
const methods: ReadonlyMap<string, PayinMethod> = new Map<string, PayinMethod>([
  ...paymentProviders.map((provider): [string, PayinMethod] => [provider, cardPayin]),
  ['bank', bankPayin],
  ['balance', balancePayin],
  ...chainNames.map((chain): [string, PayinMethod] => [chain, chainPayin]),
]);

export const payinProviders: readonly string[] = [...methods.keys()];

/** Whether there is a pay-in method for this provider. */
export function hasPayinMethod(provider: string): boolean {
  return methods.has(provider);
}

/** @throws Error for a provider without a method; call `hasPayinMethod` first where the provider comes from outside */
export function findPayinMethod(provider: string): PayinMethod {
  const method = methods.get(provider);
  if (method === undefined) throw new Error(`Nothing takes money for the provider ${provider}.`);
  return method;
}
