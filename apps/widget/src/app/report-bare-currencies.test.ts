import { expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { AppParts } from './app-parts.ts';
import { reportBareCurrencies } from './late-listeners.ts';

const isParts = (_parts: unknown): _parts is AppParts => true;

test('8-27, A-143 an empty image of a currency is reported once per code', () => {
  const full = { color: '#f7931a', symbol: '₿' };
  const currencyConfig = { BTC: full, XYZ: { ...full, symbol: '' }, ABC: { ...full, color: '' } };
  const store = createStore(() => ({ config: { currencyConfig } }));
  const warn = vi.fn();
  const parts = { account: { store }, runtime: { log: { warn } } };
  if (!isParts(parts)) throw new Error('never');
  const stop = reportBareCurrencies(parts);
  store.setState({ config: { currencyConfig: { ...currencyConfig } } });
  expect(warn.mock.calls).toEqual([['The currency XYZ has no image'], ['The currency ABC has no image']]);
  stop();
});
