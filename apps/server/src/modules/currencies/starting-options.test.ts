import { currencyList } from '@causeway/domain/currencies/currency-list';
import { paymentMethods } from '@causeway/domain/payments/payment-methods';
import { paymentProviders } from '@causeway/domain/payments/payment-providers';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { providerNames } from '../../config/config-providers.ts';
import { balanceCurrencies, cardPayins, fiatOptions, networkPayins, networkPayouts } from './starting-options.ts';

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

const offered = [
  ...cardPayins.map(([, , , , provider]) => ({ group: 'card', provider })),
  ...fiatOptions,
  ...balanceCurrencies.map(() => ({ group: 'balance', provider: undefined })),
];

test.each([...paymentMethods.keys()])('the payment method %s is offered', (code) =>
  expect(offered.map(({ group }) => group)).toContain(code),
);

test.each(offered.filter(({ provider }) => provider !== undefined))(
  'the provider $provider of an option takes its method, $group',
  ({ group, provider = '' }) => expect(paymentProviders.get(provider)?.method).toBe(group),
);

test.each([...paymentProviders.keys()])('the provider %s has an option', (name) =>
  expect(offered.map(({ provider }) => provider)).toContain(name),
);

const coins = currencyList.filter(({ isCrypto, isVirtual }) => isCrypto && !isVirtual);

test.each(coins)('$code can be chosen as a pay-out', ({ code }) =>
  expect(networkPayouts.map(([known]) => known)).toContain(code),
);

test.each(coins.filter(({ network }) => providerNames.some((name) => name === network)))(
  '$code can be paid in: its network $network is served',
  ({ code }) => expect(networkPayins.map(([known]) => known)).toContain(code),
);
