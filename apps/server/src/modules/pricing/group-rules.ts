import type { SiteConfig } from '@causeway/contract/shapes/site-config';
import type { PriceList } from '../currencies/price-list.ts';

const balance = 'balance';

/**
 * Where an exchange is no order: crypto that comes into the balance of its own currency is a deposit, a
 * balance that leaves in its own currency is a withdrawal.
 */
export function groupRules(list: PriceList): SiteConfig['groupRules'] {
  const isHeld = (options: PriceList['payin'], code: string) =>
    options.get(code)?.some(({ group }) => group.code === balance) ?? false;
  const deposits = [...list.payout].filter(
    ([code, options]) => isHeld(list.payout, code) && options[0]?.currency.isCrypto === true,
  );
  const withdrawals = [...list.payin.keys()].filter((code) => isHeld(list.payin, code));
  return [
    { currencies: deposits.map(([code]) => code), payinGroup: '', payoutGroup: balance, mode: 'deposit' },
    { currencies: withdrawals, payinGroup: balance, payoutGroup: '', mode: 'withdrawal' },
  ];
}
