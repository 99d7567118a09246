import { describe, expect, test } from 'vitest';
import { calculationRequest, initialPreorder, typeAmount } from './preorder.ts';

const pair = { payinCurrency: 'EUR', payinGroup: 'card', payoutCurrency: 'BTC', payoutGroup: 'bitcoin' };
const openedWith = (payinAmount: string, payoutAmount: string) =>
  initialPreorder({ default: { ...pair, payinAmount, payoutAmount }, calc: { calc: { isFloatingRate: 1 } } });

describe('4.5 the preorder a page opens with', () => {
  test.each([
    ['4.5-05 the default’s pay-in', '250.00', '0', ['250', '', false]],
    ['4.5-05 one amount where both are given, the pay-in', '250', '0.004', ['250', '', false]],
    ['4.5-06 the pay-out where the pay-in is zero', '0.00', '0.0040', ['', '0.0040', true]],
    ['4.5-06 none where neither is more than nothing', '0', '', ['', '', false]],
  ] as const)('%s', (_row, payin, payout, [payinAmount, payoutAmount, isPayoutCalc]) =>
    expect(openedWith(payin, payout)).toMatchObject({ payinAmount, payoutAmount, isPayoutCalc }),
  );

  test('4.5-07, A-029 the amount typed last decides the direction of the calculation', () => {
    const typed = typeAmount(openedWith('250', '0'), 'payout', '0.01');
    expect(calculationRequest(typed, '')).toMatchObject({ isPayoutCalc: true, payinAmount: '0', payoutAmount: '0.01' });
    const again = typeAmount(typed, 'payin', '70');
    expect(calculationRequest(again, '')).toMatchObject({ isPayoutCalc: false, payinAmount: '70', payoutAmount: '0' });
  });

  test('A-098 the receiver is shown in either case, and left to the partner’s key where the page does not name one', () => {
    const preorder = openedWith('250', '0');
    expect(calculationRequest(preorder, 'pk', { isMerchant: true, payToPartner: false })).toMatchObject({
      payToPartner: false,
    });
    expect(calculationRequest(preorder, 'pk', { isMerchant: true })).not.toHaveProperty('payToPartner');
  });
});
