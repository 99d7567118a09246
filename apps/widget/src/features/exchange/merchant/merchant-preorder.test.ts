import type { CurrencyGroup } from '@causeway/contract/shapes/site-config';
import { describe, expect, test } from 'vitest';
import { paymentOption, preorder } from '../../../../tests/fixtures.ts';
import { merchantPreorder } from './merchant-preorder.ts';

const entry = (name: string, isCrypto: 0 | 1, isPopular: 0 | 1, code: string): CurrencyGroup => ({
  name,
  fullName: name,
  isCrypto,
  isPopular,
  precision: '8',
  groups: [paymentOption(code, name)],
});
const site = {
  payinSelect: [entry('EUR', 0, 1, 'card'), entry('ETH', 1, 0, 'ethereum'), entry('BTC', 1, 1, 'bitcoin')],
};
const purchase = { purchaseAmount: '109.00', purchaseCurrency: 'EUR', payoutGroup: '' };
const bought = {
  payoutCurrency: 'EUR',
  payoutGroup: 'balance',
  payoutAmount: '109',
  payinAmount: '',
  isPayoutCalc: true,
  isFloatingRate: false,
};

describe('A-012 the preorder of a merchant’s page', () => {
  const first = merchantPreorder(preorder, site, purchase);
  test('buys the purchase with a popular coin where the page names its own money', () => {
    expect(first).toMatchObject({ ...bought, payinCurrency: 'BTC', payinGroup: 'bitcoin' });
  });
  test.each([
    ['the same money and another amount', { payinCurrency: 'EUR', payinAmount: '100' }, 'BTC'],
    ['another coin', { payinCurrency: 'ETH', payinGroup: 'ethereum', payinAmount: '3' }, 'ETH'],
    ['another purchase', { payoutCurrency: 'ETH', payoutGroup: 'ethereum', payoutAmount: '1' }, 'BTC'],
    ['a floating rate, reckoned from the other side', { isFloatingRate: true, isPayoutCalc: false }, 'BTC'],
  ])('4.13-03 stays the same purchase when the host asks for %s', (_name, change, payinCurrency) => {
    const kept = merchantPreorder({ ...first, ...change }, site, purchase);
    expect(kept).toMatchObject({ ...bought, payinCurrency });
    expect(merchantPreorder(kept, site, purchase)).toEqual(kept);
  });
  test.each(['', '5', '5.', '5.0', '5.05'])('A-098 what a donor types stays as it is typed: "%s"', (typed) => {
    const donation = { ...purchase, purchaseAmount: '' };
    expect(merchantPreorder({ ...first, payoutAmount: typed }, site, donation).payoutAmount).toBe(typed);
  });
});
