import type { ConfigAnswer, CurrencyConfigEntry, PaymentOption } from '@causeway/contract/shapes/site-config';
import type { ErrorItem } from '@causeway/contract/errors/error-item';
import { describe, expect, test } from 'vitest';
import { paymentOption, preorder } from '../../../../tests/fixtures.ts';
import { availableAmount } from '../components/amount-sides.tsx';
import { durationText } from '../../../lib/format/clock-text.ts';
import { exchangeMode, findCounterpart, findOption } from './find-option.ts';
import { sortErrors } from './submit-rules.ts';
import { widgetOptions } from './widget-options.ts';

const group = (...groups: PaymentOption[]) => [
  { name: 'X', fullName: 'X', isCrypto: 1 as const, isPopular: 0 as const, precision: '8', groups },
];

describe('2.3-07, A-102 the balance shortcut', () => {
  test.each([
    ['1284.50', 2, '1284.50'],
    ['1284.509', 2, '1284.50'],
    ['0.123456789', 8, '0.12345678'],
    ['12.00', 2, '12'],
    ['7.9', 0, '7'],
    ['0.00', 2, undefined],
    ['', 2, undefined],
  ])('%s at %i decimals is %s', (balance, precision, amount) =>
    expect(availableAmount(balance, precision)).toBe(amount),
  );
});

describe('A-031 what submitting a pair means', () => {
  const entry = (balanceCurrency: string) => ({ balanceCurrency }) as CurrencyConfigEntry;
  const rules: ConfigAnswer['swConfig']['groupRules'] = [
    { currencies: ['BTC'], payinGroup: '', payoutGroup: 'balance', mode: 'deposit' },
    { currencies: ['BTC', 'EUR'], payinGroup: 'balance', payoutGroup: '', mode: 'withdrawal' },
  ];
  const config = {
    swConfig: { groupRules: rules },
    currencyConfig: { BTC: entry('BTC'), EUR: entry('EUR') },
  } as unknown as ConfigAnswer;
  test.each([
    ['a crypto pay-in to its own balance is a deposit', ['BTC', 'bitcoin', 'BTC', 'balance'], 'deposit'],
    ['a balance to the outside of its currency is a withdrawal', ['BTC', 'balance', 'BTC', 'bitcoin'], 'withdrawal'],
    ['money to its balance is a top-up by order', ['EUR', 'card', 'EUR', 'balance'], 'order'],
    ['a balance to another currency is an order', ['EUR', 'balance', 'BTC', 'bitcoin'], 'order'],
    ['everything else is an order', ['EUR', 'card', 'BTC', 'bitcoin'], 'order'],
  ] as const)('%s', (_name, [payinCurrency, payinGroup, payoutCurrency, payoutGroup], mode) => {
    expect(exchangeMode(config, { ...preorder, payinCurrency, payinGroup, payoutCurrency, payoutGroup })).toBe(mode);
  });
});

test('3-67, 2.3-32 a selection is a code and a group: neither alone finds an option', () => {
  const select = group(
    paymentOption('ethereum', 'USDT'),
    paymentOption('tron', 'USDTTRC20'),
    paymentOption('balance', 'USDT'),
  );
  expect(findOption(select, 'USDT', 'balance')).toBe(select[0]?.groups[2]);
  expect(findOption(select, 'USDT', 'ethereum')).toBe(select[0]?.groups[0]);
  expect(findOption(select, 'USDT', 'tron')).toBeUndefined();
  expect(findOption(select, 'USDTTRC20', 'balance')).toBeUndefined();
});

describe('a paused option is never chosen for the client', () => {
  test('the same option on the other side', () =>
    expect(findCounterpart(group(paymentOption('balance', 'X'), paymentOption('chain', 'X')), 'X', 'chain')?.code).toBe(
      'chain',
    ));
  test('another option where it is paused', () =>
    expect(
      findCounterpart(group(paymentOption('chain', 'X', 1), paymentOption('balance', 'X')), 'X', 'chain')?.code,
    ).toBe('balance'));
  test('none where all are paused', () =>
    expect(findCounterpart(group(paymentOption('chain', 'X', 1)), 'X', 'chain')).toBeUndefined());
});

describe('errors of the exchange', () => {
  const item = (part: Partial<ErrorItem>): ErrorItem => ({
    type: 'danger',
    field: '',
    code: 'SYSTEM_ERROR',
    text: '',
    ...part,
  });
  test('what the price and the order both say is said once', () => {
    const limit = item({ code: 'LIMIT_EXCEEDED', field: 'payin_amount' });
    expect(sortErrors([limit, limit]).callouts).toHaveLength(1);
  });
  test('2.3-20, A-021 an error of the address that is not asked is listed and blocks', () => {
    const address = item({ code: 'ADDRESS_INVALID', field: 'dst_address' });
    expect(sortErrors([address])).toMatchObject({ callouts: [address], isBlocking: true });
  });
  test('8-02 a limit is information', () => {
    const limit = item({ code: 'BASIC_LIMIT_EXCEEDED', field: 'payin_amount' });
    expect(sortErrors([limit])).toMatchObject({ callouts: [{ type: 'info' }], isBlocking: false });
  });
  test('an ended price warns and does not block', () => {
    const over = item({ type: 'warning', code: 'QUOTE_EXPIRED', field: 'quote' });
    expect(sortErrors([over])).toMatchObject({ callouts: [over], isBlocking: false });
  });
});

test('3-12 every option of an embedding page is read, in either spelling', () => {
  const flags = {
    is_merchant: 1,
    isSkipSecondStep: true,
    pay_to_partner: '1',
    hidePayout: 'true',
    hide_purchase_details: 1,
    hideWeAccept: 1,
    hideCoupon: 1,
    hideFreeFee: 1,
    hideFloatingRate: 1,
    hidePartnerName: 1,
    hideFeeDetails: 1,
    is_donation: 1,
    hide_back: '1',
    hideHeader: 1,
    hideFooter: 1,
    isRoutingOff: 1,
    showClose: 1,
  };
  const texts = {
    partner_key: 'pk_shop',
    purchaseCurrency: 'EUR',
    purchase_amount: '109.00',
    dstAddress: 'bc1q',
    payout_group: 'bitcoin',
    description: 'Order 20417',
    productDetails: '{}',
    coupon: 'WELCOME',
    dst_tag: '7',
    client_email: 'elin@example.com',
    partner_order_id: '20417',
    routes: 'faq verification*',
  };
  const read = widgetOptions({ ...flags, ...texts });
  expect(Object.keys(read)).toHaveLength(29);
  expect(Object.values(read)).not.toContain(false);
  expect(Object.values(read)).not.toContain('');
  expect(widgetOptions({ description: 'x'.repeat(161) }).description).toBe('');
});

test('an option that takes a day is shown in hours', () => {
  const t = (key: string, values?: object) => `${key} ${JSON.stringify(values)}`;
  expect(durationText(10, t)).toBe('tpl:exchange:duration {"minutes":10}');
  expect(durationText(1440, t)).toBe('tpl:exchange:duration_hours {"hours":24}');
});
