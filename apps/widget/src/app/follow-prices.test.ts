import { expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { client, price } from '../../tests/fixtures.ts';
import type { AppParts } from './app-parts.ts';
import { followPrices } from './start-app.ts';

const isParts = (_parts: unknown): _parts is AppParts => true;

test.each([
  ['a visitor’s price for a client', 0, 1, 1],
  ['a client’s price for a visitor', 1, 0, 1],
  ['a client’s price for a client', 1, 1, 0],
  ['a visitor’s price for a visitor', 0, 0, 0],
] as const)('4.5-13 %s (%i, %i) reads client and config again: %i', (_name, priced, known, times) => {
  const done = async () => undefined;
  const prices = createStore(() => ({ price: { answer: price } }));
  const account = {
    store: createStore(() => ({ client: { ...client, isAuthorized: known } })),
    refreshClient: vi.fn(done),
    refreshConfig: vi.fn(done),
  };
  const parts = { runtime: { log: { warn: vi.fn() } }, account, prices: { store: prices } };
  if (!isParts(parts)) throw new Error('never');
  followPrices(parts);
  const answer = { ...price, limits: { ...price.limits, isAuthorized: priced } };
  prices.setState({ price: { answer } });
  prices.setState({ price: { answer: { ...answer } } });
  expect(account.refreshConfig).toHaveBeenCalledTimes(times);
  expect(account.refreshClient).toHaveBeenCalledTimes(times);
});
