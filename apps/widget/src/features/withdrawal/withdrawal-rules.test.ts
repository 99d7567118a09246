import { describe, expect, test } from 'vitest';
import { openTargets } from '../../parts/destination/targets.ts';
import { acceptedAmount } from './withdrawal-amounts.tsx';
import {
  type WithdrawalConfig,
  fittingDestinations,
  fullBalances,
  isSavedDestination,
  offeredCurrencies,
  openForm,
  priceFields,
  towards,
  typedDestination,
  withdrawalTargets,
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
    expect(withdrawalTargets(aConfig()).map(({ code }) => code)).toEqual(['sepa', 'card', 'bitcoin']);
    expect(
      openTargets(aConfig()).map(({ code }) => code),
      'of a kept destination',
    ).toEqual(['sepa', 'bitcoin']);
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
  ])('2.1-29 opens with %o as %o', (query, fields) =>
    expect(priceFields(openForm(aConfig(), query, []))).toEqual(fields),
  );

  test('lists for its pickers nothing but what it offers', () => {
    const { payinSelect, payoutSelect } = offeredCurrencies(aConfig());
    const codes = (select: typeof payinSelect) => select.map(({ groups }) => groups.map(({ currency }) => currency));
    expect(codes(payinSelect)).toEqual([['EUR'], ['BTC']]);
    expect(codes(payoutSelect)).toEqual([['EUR', 'EUR'], ['BTC']]);
  });

  const saved = [
    { network: 'bitcoin', currency: 'BTC', address: 'bc1one', tag: '', memoValue: '', holder: '', isUsable: 1 },
    { network: 'bitcoin', currency: 'BTC', address: 'bc1new', tag: '', memoValue: '', holder: '', isUsable: 0 },
    { network: 'sepa', currency: 'EUR', address: 'DE89', tag: '', memoValue: '', holder: 'Ada', isUsable: 1 },
  ].map((one) => ({
    ...one,
    id: one.address,
    name: one.address,
    createdAt: 0,
    usableAt: 0,
    isUsable: one.isUsable === 1 ? (1 as const) : (0 as const),
  }));

  test('picks saved destinations of the same currency and network that are usable, in one press', () => {
    expect(fittingDestinations(saved, 'BTC bitcoin').map(({ id }) => id)).toEqual(['bc1one']);
    const [account] = fittingDestinations(saved, 'EUR sepa');
    expect(account && typedDestination(account)).toEqual({ iban: 'DE89', beneficiary_account: 'Ada' });
  });

  test('opens with the saved destination of its way out, and takes one with each other way out', () => {
    expect(openForm(aConfig(), {}, saved)).toMatchObject({ keptId: 'DE89', destination: { iban: 'DE89' } });
    expect(towards('BTC bitcoin', saved)).toMatchObject({ keptId: 'bc1one', destination: { dst_address: 'bc1one' } });
    expect(towards('ETH ethereum', saved)).toMatchObject({ keptId: '', destination: {} });
  });

  test.each([
    ['EUR sepa', { iban: 'de 89' }, true],
    ['EUR sepa', { iban: 'DE88' }, false],
    ['BTC bitcoin', { dst_address: 'bc1new' }, true],
    ['ETH ethereum', { dst_address: 'bc1new' }, false],
  ])('offers to keep what is not saved yet: %s %o', (target, destination, isSaved) => {
    const form = {
      payinCurrency: '',
      payinAmount: '',
      target,
      keptId: '',
      destination,
      token: '',
      isAgreeAddress: false,
    };
    expect(isSavedDestination(saved, form)).toBe(isSaved);
    expect(isSavedDestination(saved, { ...form, token: 'card_1' }), 'a card is kept by its acquirer').toBe(true);
  });
});

describe('A-110 the amount that one press puts in place of a refused one', () => {
  const bounds = { payinMinAmount: '30.00', payinMaxAmount: '5000.00' };
  const accepted = (codes: string[], balance: string, calc = bounds) =>
    acceptedAmount({ errors: codes.map((code) => ({ code })), calc }, balance);

  test.each([
    [['AMOUNT_MIN'], '150.00', '30.00'],
    [['AMOUNT_MAX', 'BALANCE_SHORT'], '150.00', '150.00'],
    [['BALANCE_SHORT'], '150.00', '150.00'],
    [['AMOUNT_MAX'], '90000.00', '5000.00'],
    [['AMOUNT_MAX'], '5000.000000000000000001', '5000.00'],
  ])('%j with %s on the balance: %s', (codes, balance, amount) => expect(accepted(codes, balance)).toBe(amount));

  test('there is none where the balance is below the least, without bounds, and for another fault', () => {
    expect(accepted(['AMOUNT_MIN'], '29.99')).toBeUndefined();
    expect(accepted(['BALANCE_SHORT'], '29.99')).toBeUndefined();
    expect(accepted(['AMOUNT_MAX'], '150.00', { payinMinAmount: '', payinMaxAmount: '' })).toBeUndefined();
    expect(accepted(['PAYOUT_PAUSED'], '150.00')).toBeUndefined();
  });
});
