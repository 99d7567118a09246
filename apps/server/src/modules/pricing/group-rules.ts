import type { SiteConfig } from '@causeway/contract/shapes/site-config';
import type { PriceList } from '../currencies/price-list.ts';

type GroupRule = SiteConfig['groupRules'][number];
const balance = 'balance';

/** Pairs of groups that are no order: into the balance is a deposit, out of it a withdrawal. */
export function groupRules(list: PriceList): GroupRule[] {
  const payin = groupCodes(list.payin);
  const payout = groupCodes(list.payout);
  const deposits = payout.has(balance) ? [...payin].filter((code) => code !== balance) : [];
  const withdrawals = payin.has(balance) ? [...payout].filter((code) => code !== balance) : [];
  return [
    ...deposits.map((code): GroupRule => ({ payinGroup: code, payoutGroup: balance, mode: 'deposit' })),
    ...withdrawals.map((code): GroupRule => ({ payinGroup: balance, payoutGroup: code, mode: 'withdrawal' })),
  ];
}

function groupCodes(options: PriceList['payin']): Set<string> {
  return new Set([...options.values()].flat().map((option) => option.group.code));
}
