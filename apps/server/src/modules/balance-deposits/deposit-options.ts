import { type ChainName, isChain } from '../../config/config-chains.ts';
import type { PaymentOption, PriceList } from '../currencies/price-list.ts';

const balance = 'balance';

export function isHeldAsBalance(list: PriceList, currency: string): boolean {
  return list.payout.get(currency)?.some(({ group }) => group.code === balance) ?? false;
}

/** How a currency can be deposited on a network; `undefined` where it cannot. */
export function findDepositOption(
  list: PriceList,
  { currency, group }: { currency: string; group: string },
): { option: PaymentOption; chain: ChainName } | undefined {
  const option = list.payin.get(currency)?.find(({ group: { code } }) => code === group);
  if (option === undefined || !isChain(group) || !isHeldAsBalance(list, currency)) return undefined;
  return { option, chain: group };
}

/** Least sum that comes to the balance; nothing is too little of a currency that is not on the list. */
export function leastDeposit(list: PriceList, chain: ChainName, currency: string): bigint {
  return list.payin.get(currency)?.find(({ group }) => group.code === chain)?.minAmount ?? 0n;
}
