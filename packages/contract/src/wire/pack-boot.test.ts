import { describe, expect, test } from 'vitest';
import type { BootData } from '../boot/boot-data.ts';
import type { PaymentOption } from '../shapes/site-config.ts';
import { toColumns, toRows } from './columns.ts';
import { packBoot } from './pack-boot.ts';
import { unpackBoot } from './unpack-boot.ts';

describe('rows by columns', () => {
  test.each([
    ['no rows', []],
    ['one row', [{ name: 'a', fields: ['x'], count: 0 }]],
    ['rows that agree in everything', Array.from({ length: 3 }, () => ({ name: 'a', fields: [], count: 1 }))],
    [
      'rows that agree in some columns',
      [
        { name: 'a', fields: ['x'], count: 1 },
        { name: 'b', fields: ['x'], count: 1 },
        { name: 'c', fields: ['x', 'y'], count: 1 },
      ],
    ],
  ])('%s come back as they were', (_name, rows) => {
    expect(toRows(toColumns(rows))).toEqual(rows);
  });

  test('a column without differences is written once', () => {
    expect(
      toColumns([
        { name: 'a', precision: '2' },
        { name: 'b', precision: '2' },
      ]),
    ).toEqual({ name: ['a', 'b'], precision: ['2'] });
  });
});

const option: PaymentOption = {
  code: 'card',
  currency: 'EUR',
  name: 'Card',
  localName: 'Card',
  token: '',
  blockchain: '',
  networkFullname: '',
  minAmount: '30.00',
  maxAmount: '5000.00',
  fields: [],
  balanceAmount: '',
  feeText: '1.5%',
  durationMinutes: 10,
  isPaused: 0,
};
const euro = { name: 'EUR', fullName: 'Euro', isCrypto: 0, isPopular: 1, precision: '2' } as const;
const entry = {
  name: 'EUR',
  fullname: 'Euro',
  isCrypto: 0,
  isVirtual: 0,
  precision: '2',
  token: '',
  networkFullname: '',
  color: '#1f5fa8',
  symbol: '€',
  balanceCurrency: 'EUR',
} as const;

const noAmounts = { payinAmount: '', payoutAmount: '', payinAmountEur: '', payoutAmountEur: '' };
const noMethods = { payinMethod: '', payinSubMethod: '', payoutMethod: '', payoutSubMethod: '' };

const boot: BootData = {
  language: 'en',
  languages: ['en', 'uk'],
  texts: { 'tpl:exchange:title': ['Buy ', ['name']] },
  config: {
    swConfig: {
      payinSelect: [
        { ...euro, groups: [option, { ...option, code: 'sepa' }] },
        { ...euro, name: 'USD', groups: [{ ...option, currency: 'USD' }] },
      ],
      payoutSelect: [],
      calc: {
        calc: {
          ...noAmounts,
          worth: { payin: '', payout: '', currency: 'EUR' },
          ...noMethods,
          canSwitch: 0,
          canFreeFirst: 0,
          isServiceFree: 0,
          isFloatingRate: 1,
          payinMinAmount: '',
          payinMaxAmount: '',
          durationMinutes: 10,
          coupons: [],
          quote: '',
          quoteExpiresAt: 0,
          details: null,
        },
        limits: { isAuthorized: 0, clientLevel: 'unverified', verificationRequired: ['email'] },
        errors: [],
      },
      default: {
        payinCurrency: 'EUR',
        payinGroup: 'card',
        payoutCurrency: 'BTC',
        payoutGroup: 'bitcoin',
        payinAmount: '250',
        payoutAmount: '',
      },
      disabled: 0,
      errors: [],
      paytrust: null,
      groupRules: [],
      partner: { name: '', isFloatingRate: 1 },
      widgetParams: {},
    },
    currencyConfig: { EUR: entry, USD: { ...entry, name: 'USD' } },
    features: {},
  },
  client: {
    firstName: '',
    lastName: '',
    limitLevel: 'unverified',
    apmid: '',
    lang: 'eng',
    isAuthorized: 0,
    email: '',
    isPasswordSet: 0,
    niceId: '',
    isBasicVerifyEnabled: 0,
    isZerohashFlow: 0,
    isCompanyAgreementRequired: 0,
    isSpecialPartner: 0,
    countryByIp: '',
    partnerId: '',
    referrerId: '',
  },
  path: '/',
  brand: { name: 'Shop', slug: 'shop', supportUrl: 'mailto:help@example.com' },
  captcha: { kind: 'siteverify', scriptUrl: 'https://example.com/captcha.js', siteKey: 'key' },
  parentOrigins: [],
  theme: 'auto',
  themeProperties: {},
  now: 1_790_000_000,
};

test('packed boot data comes back as it was', () => {
  expect(unpackBoot(JSON.parse(JSON.stringify(packBoot(boot))))).toEqual(boot);
});
