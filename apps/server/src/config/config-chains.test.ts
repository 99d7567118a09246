import { readFileSync } from 'node:fs';
import { currencyList } from '@causeway/domain/currencies/currency-list';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { chainNames, sandboxChains } from './config-chains.ts';
import { providerNames } from './config-providers.ts';

// By path: the product imports nothing of the sandbox.
const assetsFile = new URL('../../../sandbox/src/evm/assets.ts', import.meta.url);
const sandboxToken = z.object({ code: z.string(), decimals: z.number(), address: z.string() });
const { evmTokens } = z.object({ evmTokens: z.array(sandboxToken) }).parse(await import(assetsFile.href));

const funding = readFileSync(new URL('../../../../scripts/lib/fund-wallet.mjs', import.meta.url), 'utf8');

const defaults = sandboxChains('http://localhost:4001');
const tokens = currencyList.filter(
  ({ token, network }) => token !== '' && providerNames.some((name) => name === network),
);

describe('every token on a network that the product serves', () => {
  test.each(tokens)('$code on $network has a default address, at which the sandbox has it', (token) => {
    const pairs = (defaults[`${token.network.toUpperCase()}_TOKENS`] ?? '').split(',').map((pair) => pair.split(':'));
    const address = new Map(pairs.map(([code = '', at = '']) => [code, at])).get(token.code);
    expect(address).toBeDefined();
    expect(evmTokens.find(({ code }) => code === token.code)).toEqual({
      code: token.code,
      decimals: token.precision,
      address,
    });
  });

  test.each(tokens)('$code on $network comes to the wallet when the sandbox starts', ({ code }) =>
    expect(funding).toContain(`['${code}', '`),
  );

  test('is in the list, and the sandbox has one other, for coins that are sent by mistake', () =>
    expect(evmTokens.map(({ code }) => code).toSorted()).toEqual(
      [...tokens.map(({ code }) => code), 'STRAY'].toSorted(),
    ));
});

test.each(chainNames)('the wallet of %s has coins when the sandbox starts', (chain) =>
  expect(funding).toContain(`\n  ${chain}: [`),
);
