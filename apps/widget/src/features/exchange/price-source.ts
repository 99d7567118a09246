import type { CalculationAnswer } from '@causeway/contract/shapes/calculation';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Api } from '../../lib/api/api.ts';
import { createLatestCall } from '../../lib/api/latest-call.ts';
import { NetworkFailure } from '../../lib/api/network-failure.ts';
import type { Network } from '../../lib/polling/poll.ts';
import { realTimers, type Timers } from '../../lib/timing/timers.ts';
import { calculate, type Price } from './api/get-calculation.ts';
import type { ExchangeStore } from './exchange-store.ts';
import { calculationRequest } from './rules/calculation-request.ts';
import { isFull, type Preorder } from './rules/preorder.ts';

/** Milliseconds without a key before a typed amount is priced (4.5-02). */
export const typingPause = 600;
/** Milliseconds from one price to the next quiet one (9-42, A-018). */
export const quietRefresh = 6000;

export interface PriceState {
  /** The last price; while a new one is asked it is the one before. */
  price: Price;
  /** A price of the current preorder is not there yet. */
  isCalculating: boolean;
  failure: unknown;
  /** Milliseconds since 1970 of the last answer; 0 for the price that came with the page. */
  updatedAt: number;
}

export interface PriceSource {
  store: StoreApi<PriceState>;
  /** Begins to follow the preorder. */
  start: () => void;
  /** Asks again for the same preorder. */
  refresh: () => void;
  /** The exchange step came on screen; answers with what ends it. Only then the price refreshes by itself. */
  watch: () => () => void;
}

export interface PriceSourceOptions {
  api: Api;
  exchange: ExchangeStore;
  network: Network;
  partnerKey: string;
  /** The price that came with the page. */
  initial: CalculationAnswer;
  isPageVisible: () => boolean;
  timers?: Timers;
}

/** Whether the price is asked again by itself: a floating rate, an amount and no complaint. */
export function isRefreshing(preorder: Preorder, price: Price): boolean {
  return preorder.isFloatingRate && isFull(preorder) && price.answer.errors.length === 0;
}

function firstState(answer: CalculationAnswer): PriceState {
  return { price: { answer, isSwitchedToFixed: false }, isCalculating: false, failure: undefined, updatedAt: 0 };
}

function createWatchers() {
  let count = 0;
  return {
    isWatched: () => count > 0,
    watch() {
      count += 1;
      return () => {
        count -= 1;
      };
    },
  };
}

/** The price of the preorder: asked after a pause in typing, at once for a choice, and every 6 s while a floating rate is on screen. */
export function createPriceSource(options: PriceSourceOptions): PriceSource {
  const { api, exchange, network, partnerKey, initial, isPageVisible, timers = realTimers } = options;
  const store = createStore<PriceState>()(() => firstState(initial));
  const request = () => calculationRequest(exchange.getState().preorder, partnerKey);
  const calls = createLatestCall();
  let priced = JSON.stringify(request());
  const isPriced = () => JSON.stringify(request()) === priced;
  const watchers = createWatchers();
  let cancel = () => {};

  function schedule(): void {
    cancel();
    cancel = timers.after(quietRefresh, () => {
      if (watchers.isWatched() && isPageVisible() && isRefreshing(exchange.getState().preorder, store.getState().price))
        ask();
      else schedule();
    });
  }

  function ask(): void {
    cancel();
    calls.stop();
    if (!network.isOnline()) {
      cancel = network.onOnline(ask);
      return;
    }
    const wanted = request();
    calls.start((signal) => calculate(api, wanted, signal), {
      answered: (price) => take(price, JSON.stringify(wanted)),
      failed: complain,
    });
  }

  function take(price: Price, of: string): void {
    priced = of;
    store.setState({ price, isCalculating: false, failure: undefined, updatedAt: timers.now() });
    if (price.isSwitchedToFixed) exchange.getState().switchToFixed();
    else schedule();
  }

  function complain(failure: unknown): void {
    const isQuiet = !store.getState().isCalculating && failure instanceof NetworkFailure;
    if (!isQuiet) store.setState({ failure, isCalculating: false });
    schedule();
  }

  function follow(): void {
    const { change } = exchange.getState();
    cancel();
    calls.stop();
    store.setState({ isCalculating: !isPriced() });
    if (isPriced()) return schedule();
    cancel = timers.after(change === 'typed' ? typingPause : 0, ask);
  }

  return {
    store,
    start() {
      store.setState({ updatedAt: timers.now() });
      exchange.subscribe((state, old) => {
        if (state.preorder !== old.preorder) follow();
      });
      follow();
    },
    refresh: ask,
    watch: watchers.watch,
  };
}
