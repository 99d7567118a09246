import type { SiteConfig } from '@causeway/contract/shapes/site-config';
import { isPositive, type Preorder } from './preorder.ts';

type OpeningConfig = Pick<SiteConfig, 'default'> & {
  calc: { calc: Pick<SiteConfig['calc']['calc'], 'isFloatingRate'> };
};

/**
 * The preorder a page opens with (4.5-05, 4.5-06): the default's pay-in amount, or its payout amount when only that is
 * positive.
 */
export function initialPreorder(config: OpeningConfig): Preorder {
  const { payinAmount, payoutAmount, ...selection } = config.default;
  const isPayoutCalc = !isPositive(payinAmount) && isPositive(payoutAmount);
  return {
    payinCurrency: selection.payinCurrency,
    payinGroup: selection.payinGroup,
    payoutCurrency: selection.payoutCurrency,
    payoutGroup: selection.payoutGroup,
    payinAmount: isPayoutCalc ? '' : plain(payinAmount),
    payoutAmount: isPayoutCalc ? plain(payoutAmount) : '',
    isPayoutCalc,
    isFloatingRate: config.calc.calc.isFloatingRate === 1,
    coupon: '',
    dstAddress: '',
    dstTag: '',
    memoId: '',
    memoType: '',
    memoValue: '',
  };
}

// '250.00' is shown in an input as '250'; nothing else is removed.
function plain(amount: string): string {
  return isPositive(amount) ? amount.replace(/\.0*$/, '') : '';
}
