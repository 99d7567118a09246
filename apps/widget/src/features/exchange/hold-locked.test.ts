import { expect, test } from 'vitest';
import { type Preorder } from './rules/preorder.ts';
import { createExchangeStore } from './exchange-store.ts';

const first: Preorder = {
  payinCurrency: 'EUR',
  payinGroup: 'card',
  payoutCurrency: 'BTC',
  payoutGroup: 'bitcoin',
  payinAmount: '120',
  payoutAmount: '',
  isPayoutCalc: false,
  isFloatingRate: true,
  coupon: '',
  dstAddress: '',
  dstTag: '',
  memoId: '',
  memoType: '',
  memoValue: '',
};

test('a locked field keeps its first value: typed, chosen, swapped or requested by the page around', () => {
  const store = createExchangeStore(first, ['payinAmount', 'payoutCurrency', 'payoutGroup', 'clientEmail', 'coupon']);
  const { type, choose, swap, patch } = store.getState();
  type('payin', '5');
  type('payout', '1');
  choose('payout', 'ETH', 'ethereum');
  swap({ payinGroup: 'bitcoin', payoutGroup: 'sepa' });
  patch({ payinAmount: '7', payoutCurrency: 'ETH', payinCurrency: 'EUR', payinGroup: 'card', coupon: 'WELCOME' });
  expect(store.getState().preorder).toEqual({ ...first, coupon: 'WELCOME' });
});

test('without locks everything can be changed', () => {
  const store = createExchangeStore(first);
  store.getState().patch({ payinAmount: '7' });
  expect(store.getState().preorder.payinAmount).toBe('7');
});
