import type { CalculationAnswer } from '@causeway/contract/shapes/calculation';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { preorder, price } from '../../../tests/fixtures.ts';
import type { Api } from '../../lib/api/api.ts';
import type { Network } from '../../lib/polling/poll.ts';
import { createExchangeStore } from './exchange-store.ts';
import { createPriceSource } from './price-source.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const refusal: CalculationAnswer = {
  ...price,
  errors: [{ type: 'danger', field: 'payin_currency', code: 'CANT_EXCHANGE', text: '' }],
};

const online: Network = { isOnline: () => true, onOnline: () => () => undefined };

function setUp(answer: (values: Record<string, unknown>) => CalculationAnswer = () => price, network = online) {
  const asked: Record<string, unknown>[] = [];
  const call = async (_endpoint: unknown, values: Record<string, unknown>) => {
    asked.push(values);
    return answer(values);
  };
  const api = { call } as unknown as Api;
  const exchange = createExchangeStore(preorder);
  const prices = createPriceSource({
    api,
    exchange,
    network,
    partnerKey: '',
    initial: price,
    isPageVisible: () => true,
  });
  prices.start();
  return { asked, exchange, prices };
}

describe('4.5 the price of the preorder', () => {
  test('4.5-02, 7-60 one request 600 ms after the last key', async () => {
    const { asked, exchange, prices } = setUp();
    exchange.getState().type('payin', '1');
    await vi.advanceTimersByTimeAsync(400);
    exchange.getState().type('payin', '12');
    await vi.advanceTimersByTimeAsync(599);
    expect(asked).toHaveLength(0);
    expect(prices.store.getState().isCalculating).toBe(true);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toMatchObject([{ payinAmount: '12' }]);
    expect(prices.store.getState().isCalculating).toBe(false);
  });
  test('a choice is priced at once', async () => {
    const { asked, exchange } = setUp();
    exchange.getState().choose('payout', 'ETH', 'ethereum');
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toMatchObject([{ payoutCurrency: 'ETH' }]);
  });
  test('9-42, A-018 a floating rate on screen is asked again 6 s after the last answer, without a busy button', async () => {
    const { asked, prices } = setUp();
    const leave = prices.watch();
    await vi.advanceTimersByTimeAsync(12_000);
    expect(asked).toHaveLength(2);
    leave();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveLength(2);
  });
  test('without a connection it is asked as soon as there is one', async () => {
    let connect = () => {};
    let isOnline = false;
    const onOnline = (act: () => void) => {
      connect = act;
      return () => undefined;
    };
    const { asked, exchange } = setUp(undefined, { isOnline: () => isOnline, onOnline });
    exchange.getState().choose('payout', 'ETH', 'ethereum');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveLength(0);
    isOnline = true;
    connect();
    expect(asked).toMatchObject([{ payoutCurrency: 'ETH' }]);
  });
  test('a request goes on when the exchange comes on screen', async () => {
    const { asked, prices } = setUp();
    prices.refresh();
    prices.watch();
    await vi.advanceTimersByTimeAsync(5999);
    expect(asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toHaveLength(2);
  });
  test('A-018 a fixed rate is not', async () => {
    const { asked, exchange, prices } = setUp();
    prices.watch();
    exchange.getState().setFloating(false);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveLength(1);
  });
  test('a fixed rate is requested again when its lock ends, and reports until when it is locked', async () => {
    const { asked, exchange, prices } = setUp(() => ({
      ...price,
      calc: { ...price.calc, quote: 'q', quoteExpiresAt: Math.floor(Date.now() / 1000) + 60 },
    }));
    prices.watch();
    exchange.getState().setFloating(false);
    await vi.advanceTimersByTimeAsync(0);
    const left = prices.store.getState().lockedUntil - Date.now();
    expect(left).toBeGreaterThan(59_000);
    expect(left).toBeLessThanOrEqual(60_000);
    await vi.advanceTimersByTimeAsync(58_000);
    expect(asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(asked).toHaveLength(2);
  });
  test('a lock does not trust a clock that is far ahead or behind', async () => {
    const away = [-3600, 3600];
    const { prices } = setUp(() => ({
      ...price,
      calc: { ...price.calc, quote: 'q', quoteExpiresAt: Math.floor(Date.now() / 1000) + (away.shift() ?? 0) },
    }));
    prices.refresh();
    await vi.advanceTimersByTimeAsync(0);
    expect(prices.store.getState().lockedUntil - Date.now()).toBe(6000);
    prices.refresh();
    await vi.advanceTimersByTimeAsync(0);
    expect(prices.store.getState().lockedUntil - Date.now()).toBe(60_000);
  });
  test('a price that came with another answer is the price of the preorder', () => {
    const { prices } = setUp();
    const answer = { ...price, calc: { ...price.calc, payoutAmount: '0.005' } };
    prices.accept(answer);
    expect(prices.store.getState()).toMatchObject({ price: { answer }, isCalculating: false });
  });
  test('4.5-09, 4.5-10, 4.5-11, 8-01 a refused floating rate is asked again as a fixed one, which is taken with a warning', async () => {
    const { asked, exchange } = setUp((values) => (values['isFloatingRate'] === true ? refusal : price));
    exchange.getState().choose('payout', 'ETH', 'ethereum');
    await vi.advanceTimersByTimeAsync(0);
    expect(asked.slice(0, 2)).toMatchObject([{ isFloatingRate: true }, { isFloatingRate: false }]);
    expect(exchange.getState()).toMatchObject({
      isRateSwitched: true,
      preorder: { isFloatingRate: false, payinAmount: '' },
    });
  });
  test('A-033 a refused fixed rate is an error, not a retry', async () => {
    const { asked, exchange, prices } = setUp(() => refusal);
    exchange.getState().setFloating(false);
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toHaveLength(1);
    expect(prices.store.getState().price.answer.errors).toHaveLength(1);
    expect(exchange.getState().isRateSwitched).toBe(false);
  });
});
