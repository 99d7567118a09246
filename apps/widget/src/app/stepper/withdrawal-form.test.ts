import { describe, expect, test } from 'vitest';
import { preorder } from '../../../tests/fixtures.ts';
import { submitAction, withdrawalForm } from './create-moves.ts';

const fields = (part: object) => Object.fromEntries(withdrawalForm({ ...preorder, ...part }));

describe('4.4-05, C-46 the form of the client’s own site', () => {
  test('carries the preorder under its names of the wire', () => {
    expect(fields({})).toMatchObject({ payin_currency: 'EUR', payout_group: 'bitcoin', dst_address: 'bc1q' });
  });
  test('4.4-06, A-030 with the pay-out typed it keeps that amount only', () => {
    const form = fields({ isPayoutCalc: true, payinAmount: '', payoutAmount: '0.01' });
    expect(form).toMatchObject({ payout_amount: '0.01' });
    expect(form).not.toHaveProperty('payin_amount');
    expect(form).not.toHaveProperty('is_payout_calc');
  });
  test('4.4-06 else it keeps the pay-in amount', () => {
    expect(fields({})).toMatchObject({ payin_amount: '250', is_payout_calc: '0' });
    expect(fields({})).not.toHaveProperty('payout_amount');
  });
});

describe('A-032 the order of the checks', () => {
  test.each([
    [true, 'deposit', 'next'],
    [true, 'order', 'next'],
    [false, 'deposit', 'deposit'],
    [false, 'withdrawal', 'withdrawal'],
    [false, 'order', 'order'],
  ] as const)('outstanding %j in mode %s: %s', (isVerificationOutstanding, exchangeMode, action) => {
    expect(submitAction({ isVerificationOutstanding, exchangeMode })).toBe(action);
  });
});
