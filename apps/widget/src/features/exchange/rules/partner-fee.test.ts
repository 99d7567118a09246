import type { CalculationDetails } from '@causeway/contract/shapes/calculation';
import { expect, test } from 'vitest';
import { english } from '../../../../tests/translators.ts';
import { feeLines } from '../../../parts/price/fee-lines.ts';

const details: CalculationDetails = {
  payinCurrency: 'EUR',
  payoutCurrency: 'BTC',
  marginPercent: '1.4000',
  payinPercent: '1.5000',
  payinFixed: '0.25',
  payinMinFee: '0.00',
  payoutPercent: '0.0000',
  payoutFixed: '0.00004000',
  payoutMinFee: '0.00000000',
  payinFee: '4.00',
  serviceFee: '3.50',
  payoutFeeInPayin: '2.34',
  totalFee: '9.84',
  exchangedAmount: '240.16',
  rate: '58308.35',
  rateBase: 'BTC',
  rateQuote: 'EUR',
  purchaseRate: '58308.35',
};
const options = { payinAmount: '250.00', isPayinCrypto: false, show: (amount: string) => amount, t: english };

test('5-41 a fee on top of the partner has a line of its own, and none where there is none', () => {
  const dear = feeLines({ ...details, partnerFee: '1.25', partnerPercent: '0.5000' }, options);
  expect(dear.map(({ kind }) => kind)).toEqual(['pay', 'payin', 'service', 'payout', 'partner', 'sum']);
  expect(dear[4]?.amount).toBe('\u2212\u00A01.25');
  expect(feeLines(details, options).map(({ kind }) => kind)).not.toContain('partner');
});
