import { currencyList } from '@causeway/domain/currencies/currency-list';
import { paymentMethods } from '@causeway/domain/payments/payment-methods';
import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  balanceCurrencies,
  cardPayins,
  fiatGroups,
  fiatOptions,
  networkPayins,
  networkPayouts,
} from './starting-options.ts';

// By path: the product imports nothing of the sandbox.
const pricesFile = new URL('../../../../sandbox/src/market/base-prices.ts', import.meta.url);
const prices = z
  .object({ basePrices: z.record(z.string(), z.string()), steadyAssets: z.set(z.string()) })
  .parse(await import(pricesFile.href));

const codes = [...cardPayins, ...networkPayins, ...networkPayouts, ...balanceCurrencies].map(([code]) => code);
const listed = [...new Set([...codes, ...fiatOptions.map(({ currency }) => currency)])];

test.each(listed)('the option %s has a currency, and its asset a price in the sandbox', (code) => {
  const currency = currencyList.find((known) => known.code === code);
  expect(currency).toBeDefined();
  expect(Number(prices.basePrices[currency?.asset ?? ''])).toBeGreaterThan(0);
});

test.each(currencyList.filter(({ isCrypto }) => !isCrypto).map(({ code }) => code))(
  'the fiat currency %s is offered, and its price in the sandbox is steady',
  (code) => {
    expect(listed).toContain(code);
    expect(prices.steadyAssets).toContain(code);
  },
);

test('every payment method has its group', () =>
  expect(fiatGroups.map(([code, key, name]) => ({ code, key, name }))).toEqual(
    [...paymentMethods].map(([code, { name }]) => ({ code, key: `tpl:group:${code}`, name })),
  ));
