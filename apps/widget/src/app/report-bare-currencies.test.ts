import { expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { client, preorder } from '../../tests/fixtures.ts';
import { createExchangeStore } from '../features/exchange/exchange-store.ts';
import type { AppParts } from './app-parts.ts';
import { keepForNext, reportBareCurrencies } from './late-listeners.ts';

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

test('what was typed before the listeners were there is kept for the next visit too, and nothing that was not', () => {
  const written: string[] = [];
  const open = (type?: string) => {
    const exchange = createExchangeStore(preorder);
    if (type !== undefined) exchange.getState().type('payin', type);
    const parts = {
      exchange,
      account: { store: createStore(() => ({ client: { ...client, isAuthorized: 0 } })) },
      runtime: {
        boot: {},
        cookies: { read: () => '', write: (name: string, value: string) => written.push(`${name}=${value}`) },
      },
    };
    if (!isParts(parts)) throw new Error('never');
    keepForNext(parts);
  };
  open();
  expect(written).toEqual([]);
  open('777');
  expect(written).toEqual(['__Host-last=EUR~card~777~BTC~bitcoin']);
});
