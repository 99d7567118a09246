import { describe, expect, test } from 'vitest';
import {
  type WithdrawalConfig,
  fullBalances,
  openForm,
  openTargets,
  priceFields,
  typedAmount,
} from './withdrawal-rules.ts';

const isConfig = (_value: unknown): _value is WithdrawalConfig => true;

function aConfig(): WithdrawalConfig {
  const option = (currency: string, code: string, fields: string[], balanceAmount = '', isPaused = 0) => ({
    currency,
    code,
    fields,
    balanceAmount,
    isPaused,
  });
  const config = {
    payinSelect: [
      { groups: [option('EUR', 'balance', [], '12.50')] },
      { groups: [option('BTC', 'balance', [], '0.02000000'), option('ETH', 'balance', [], '0.00')] },
    ],
    payoutSelect: [
      { groups: [option('EUR', 'sepa', ['iban', 'beneficiary_account']), option('EUR', 'card', ['token'])] },
      { groups: [option('BTC', 'bitcoin', ['dst_address']), option('ETH', 'ethereum', ['dst_address'], '', 1)] },
    ],
    default: { payinCurrency: 'EUR', payoutCurrency: 'EUR', payoutGroup: 'sepa' },
  };
  if (!isConfig(config)) throw new Error('never');
  return config;
}

describe('A-110 the form of a withdrawal', () => {
  test('offers balances with something on them, and ways out that are open and ask for what the form knows', () => {
    expect(fullBalances(aConfig()).map(({ currency }) => currency)).toEqual(['EUR', 'BTC']);
    expect(openTargets(aConfig()).map(({ code }) => code)).toEqual(['sepa', 'bitcoin']);
  });

  test.each([
    [{}, { payinCurrency: 'EUR', payinAmount: '', payoutCurrency: 'EUR', payoutGroup: 'sepa' }],
    [
      { payinCurrency: 'BTC', payoutCurrency: 'BTC', payinAmount: '0.01' },
      { payinCurrency: 'BTC', payinAmount: '0.01', payoutCurrency: 'BTC', payoutGroup: 'bitcoin' },
    ],
    [
      { payinCurrency: 'BTC' },
      { payinCurrency: 'BTC', payinAmount: '', payoutCurrency: 'BTC', payoutGroup: 'bitcoin' },
    ],
    [
      { payinCurrency: 'XXX', payinAmount: '1e9' },
      { payinCurrency: 'EUR', payinAmount: '', payoutCurrency: 'EUR', payoutGroup: 'sepa' },
    ],
  ])('opens with %o as %o', (query, fields) => expect(priceFields(openForm(aConfig(), query))).toEqual(fields));

  test.each<[string, number, string | undefined]>([
    ['', 2, ''],
    ['12.', 2, '12.'],
    ['1 000,5', 2, '1000.5'],
    ['1.234', 2, undefined],
    ['0.00000001', 8, '0.00000001'],
    ['-1', 8, undefined],
    ['1e9', 8, undefined],
    ['1.2.3', 8, undefined],
  ])('5-04, 5-05 typed %s with %i decimals is %s', (text, precision, amount) =>
    expect(typedAmount(text, precision)).toBe(amount),
  );
});
