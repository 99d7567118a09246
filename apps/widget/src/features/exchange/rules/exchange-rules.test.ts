import type { ErrorItem } from '@causeway/contract/errors/error-item';
import { describe, expect, test } from 'vitest';
import { client, details, preorder, price } from '../../../../tests/fixtures.ts';
import { english, spanish } from '../../../../tests/translators.ts';
import { amountFix } from '../components/amount-sides.tsx';
import { calculationRequest, chooseCurrency, isFull, swapSides, typeAmount } from './preorder.ts';
import { feeLines, feeText, percentText, servicePercentText } from '../../../parts/price/fee-lines.ts';
import { isFirstRateFloating } from './rates.ts';
import { freeFeeBanner } from '../exchange-screen.tsx';
import { isSecondStepSkipped } from '../../../app/stepper/next-step.ts';
import { isSubmitDisabled, isVerificationOutstanding, sortErrors, submitText } from './submit-rules.ts';
import { widgetOptions } from './widget-options.ts';

const error = (code: ErrorItem['code'], field: string): ErrorItem => ({ type: 'danger', field, code, text: '' });

describe('D2 the amount is converted, not carried over, when its currency changes', () => {
  const sale = { ...preorder, payinAmount: '', payoutAmount: '250', isPayoutCalc: true };
  test.each([
    [
      'a typed pay-out',
      sale,
      'payout',
      'ETH',
      '0.00430000',
      { payinAmount: '0.00430000', payoutAmount: '', isPayoutCalc: false },
    ],
    [
      'a typed pay-in',
      preorder,
      'payin',
      'GBP',
      '0.00412560',
      { payinAmount: '', payoutAmount: '0.00412560', isPayoutCalc: true },
    ],
    [
      'whole money without its zeros',
      { ...sale, payoutCurrency: 'BTC' },
      'payout',
      'ETH',
      '250.00',
      { payinAmount: '250' },
    ],
    ['the other side changes', preorder, 'payout', 'ETH', '250', { payinAmount: '250', isPayoutCalc: false }],
    [
      'another method of the same currency',
      preorder,
      'payin',
      'EUR',
      '0.1',
      { payinAmount: '250', isPayoutCalc: false },
    ],
    ['no price is there', preorder, 'payin', 'GBP', '', { payinAmount: '250', isPayoutCalc: false }],
  ] as const)('%s', (_name, before, side, currency, worth, after) => {
    expect(chooseCurrency(before, side, currency, 'any', worth)).toMatchObject(after);
  });
});

describe('4.5 amount entry', () => {
  test('4.5-01, 3-16 typing one amount clears the other and turns the direction', () => {
    const typed = typeAmount(preorder, 'payout', '0.01');
    expect(typed).toMatchObject({ payinAmount: '', payoutAmount: '0.01', isPayoutCalc: true });
    expect(typeAmount(typed, 'payin', '5')).toMatchObject({ payinAmount: '5', payoutAmount: '', isPayoutCalc: false });
  });
  test('4.5-03, 4.5-04, A-028 the typed amount follows its currency', () => {
    expect(swapSides(preorder, { payinGroup: 'bitcoin', payoutGroup: 'card' })).toMatchObject({
      payinCurrency: 'BTC',
      payoutCurrency: 'EUR',
      payinAmount: '',
      payoutAmount: '250',
      isPayoutCalc: true,
    });
  });
  test('4.5-08 a new currency has no address', () => {
    const cleared = { dstAddress: '', dstTag: '', memoId: '', memoType: '', memoValue: '' };
    expect(chooseCurrency(preorder, 'payout', 'ETH', 'ethereum')).toMatchObject({ payoutCurrency: 'ETH', ...cleared });
  });
  test.each([
    ['250', '', true],
    ['', '0.1', true],
    ['0.00', '', false],
    ['', '', false],
  ])('4.1-22, A-008 %j and %j full: %j', (payinAmount, payoutAmount, full) =>
    expect(isFull({ ...preorder, payinAmount, payoutAmount })).toBe(full),
  );
  test('5-10 an empty amount is sent as 0, 5-12 the coupon trimmed, a half-typed amount as decimal text', () => {
    const half = { ...preorder, payinAmount: '12.', coupon: ' A ' };
    expect(calculationRequest(half, '')).toMatchObject({ payinAmount: '12', payoutAmount: '0', coupon: 'A' });
  });
});

describe('A-101 the first rate', () => {
  test.each([
    [true, '0', true, true],
    [false, '0', true, false],
    [false, '1', false, true],
    [false, undefined, false, false],
  ] as const)('toggle hidden %j, cookie %j, partner %j: %j', (isToggleHidden, cookie, partner, floating) => {
    expect(isFirstRateFloating({ isToggleHidden, cookie, partner })).toBe(floating);
  });
});

describe('2.3 the exchange step', () => {
  const limits = { ...price.limits, isAuthorized: 1 as const };
  test('2.3-16, A-020 the submit text follows the client', () => {
    expect(submitText({ ...client, isAuthorized: 0 }, false)).toBe('login');
    expect(submitText({ ...client, isAuthorized: 0, expected: 'buy' }, false)).toBe('buy');
    expect(submitText(client, true)).toBe('verify');
    expect(submitText(client, false)).toBe('buy');
  });
  test('A-006 verification is outstanding when the price or the level says so', () => {
    expect(isVerificationOutstanding(client, limits)).toBe(false);
    expect(isVerificationOutstanding(client, { ...limits, verificationRequired: ['identity'] })).toBe(true);
    expect(isVerificationOutstanding({ ...client, limitLevel: 'unverified' }, limits)).toBe(true);
    expect(isVerificationOutstanding({ ...client, isAuthorized: 0, limitLevel: 'unverified' }, limits)).toBe(false);
  });
  const ready = {
    isCreating: false,
    isCalculating: false,
    hasAmounts: true,
    hasErrors: false,
    isOffline: false,
    isVerificationShut: false,
    isDisabled: false,
  };
  test.each(['isCreating', 'isCalculating', 'hasErrors', 'isOffline', 'isVerificationShut', 'isDisabled'] as const)(
    '2.3-17, 2.3-18, 2.3-20, 2.3-21, A-019 %s disables submit',
    (name) => {
      expect(isSubmitDisabled(ready)).toBe(false);
      expect(isSubmitDisabled({ ...ready, [name]: true })).toBe(true);
    },
  );
  test('2.3-19 submit needs amounts', () => expect(isSubmitDisabled({ ...ready, hasAmounts: false })).toBe(true));
  const skip = {
    isSkipSecondStep: true,
    dstAddress: 'bc1',
    payinGroup: 'card',
    payoutGroup: 'bitcoin',
    hasExtraFields: false,
  };
  test.each([
    ['2.3-25 with an address', {}, true],
    ['2.3-25 without one', { dstAddress: '' }, false],
    ['2.3-25 to the balance', { dstAddress: '', payoutGroup: 'balance' }, true],
    ['A-023 to the balance without the flag', { isSkipSecondStep: false, payoutGroup: 'balance' }, false],
    ['2.3-26 sofort', { payinGroup: 'sofort' }, false],
    ['2.3-26 SEPA', { payoutGroup: 'sepa' }, false],
    ['2.3-26 extra fields', { hasExtraFields: true }, false],
  ])('the second step is skipped: %s', (_name, part, skipped) =>
    expect(isSecondStepSkipped({ ...skip, ...part })).toBe(skipped),
  );
  test('2.3-11, A-025 the first-order banner comes before the next-order one', () => {
    expect(freeFeeBanner({ canFreeFirst: 1, isServiceFree: 1 })).toBe('first');
    expect(freeFeeBanner({ canFreeFirst: 0, isServiceFree: 1 })).toBe('next');
    expect(freeFeeBanner({ canFreeFirst: 0, isServiceFree: 0 })).toBeUndefined();
  });
});

describe('errors of a price', () => {
  test('an amount’s error is at the amount, a limit is information, an empty amount is no error', () => {
    const sorted = sortErrors([
      error('AMOUNT_MIN', 'payin_amount'),
      error('BASIC_LIMIT_EXCEEDED', ''),
      error('REQUIRED', 'payout_amount'),
    ]);
    expect(sorted.payin?.code).toBe('AMOUNT_MIN');
    expect(sorted.payout).toBeUndefined();
    expect(sorted.callouts).toEqual([{ ...error('BASIC_LIMIT_EXCEEDED', ''), type: 'info' }]);
    expect(sorted.isBlocking).toBe(true);
  });
  test('2.3-19 an empty amount is one at the typed side once the button that it turns off was pressed', () => {
    const empty = [error('REQUIRED', 'payout_amount')];
    expect(sortErrors(empty, 'payin')).toMatchObject({
      payin: { code: 'REQUIRED' },
      payout: undefined,
      callouts: [],
    });
    expect(sortErrors(empty, 'payout')).toMatchObject({ payin: undefined, payout: { code: 'REQUIRED' } });
    expect(sortErrors(empty).isBlocking).toBe(false);
  });
  test('8-02 a limit alone does not block', () =>
    expect(sortErrors([error('BASIC_LIMIT_EXCEEDED', '')]).isBlocking).toBe(false));
  test('a crossed bound can be put right', () => {
    expect(amountFix('AMOUNT_MIN', price.calc)).toEqual({ bound: 'min', amount: '30.00' });
    expect(amountFix('AMOUNT_MAX', price.calc)).toEqual({ bound: 'max', amount: '5000.00' });
    expect(amountFix('CANT_EXCHANGE', price.calc)).toBeUndefined();
  });
});

describe('5 the fee receipt', () => {
  test.each([
    [{ percent: '1.5%', fixed: '0.25 EUR', minimum: '1 EUR' }, '1.5% + 0.25 EUR, min. 1 EUR'],
    [{ percent: '1.5%', fixed: '', minimum: '' }, '1.5%'],
    [{ percent: '', fixed: '0.25 EUR', minimum: '' }, '0.25 EUR'],
    [{ percent: '', fixed: '', minimum: '1 EUR' }, 'min. 1 EUR'],
  ])('5-41 %j', (fee, text) => expect(feeText(fee, 'min.')).toBe(text));
  test('5-42, 9-30 the service percent has four digits, others only what they need', () => {
    expect(servicePercentText('1.4', english)).toBe('1.4000%');
    expect(percentText('1.5000', english)).toBe('1.5%');
    expect(percentText('10', english)).toBe('10%');
    expect(percentText('10.00', english)).toBe('10%');
    expect(percentText('1.5000', spanish)).toBe('1,5\u00A0%');
    expect(servicePercentText('1.4', spanish)).toBe('1,4000\u00A0%');
    expect(percentText('0.0000', english)).toBe('');
  });
  const options = {
    payinAmount: '250.00',
    isPayinCrypto: false,
    show: (amount: string, code: string) => `${amount} ${code}`,
    t: english,
  };
  test('one row per fee, then what is exchanged', () => {
    expect(feeLines(details, options).map((row) => [row.kind, row.amount])).toEqual([
      ['pay', '250.00 EUR'],
      ['payin', '\u2212\u00A04.00 EUR'],
      ['service', '\u2212\u00A03.50 EUR'],
      ['payout', '\u2212\u00A02.33 EUR'],
      ['sum', '240.17 EUR'],
    ]);
  });
  test('5-43, 5-44 no row for a service fee of nothing, none for a crypto pay-in', () => {
    const rows = feeLines({ ...details, serviceFee: '0.00' }, { ...options, isPayinCrypto: true });
    expect(rows.map((row) => row.kind)).toEqual(['pay', 'payout', 'sum']);
  });
});

test('3-12, 9-26 options are read in either spelling; a description over 160 characters is dropped', () => {
  const options = widgetOptions({
    hide_coupon: '1',
    hidePayout: true,
    description: 'x'.repeat(161),
    partner_key: 'pk_a',
  });
  expect(options).toMatchObject({
    hideCoupon: true,
    hidePayout: true,
    hideWeAccept: false,
    description: '',
    partnerKey: 'pk_a',
  });
});
