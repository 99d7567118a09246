import type { CalculationAnswer } from '@causeway/contract/shapes/calculation';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Api } from '../../lib/api/api.ts';
import { createLatestCall } from '../../lib/api/latest-call.ts';
import { NetworkFailure } from '../../lib/api/network-failure.ts';
import type { Network } from '../../lib/polling/poll.ts';
import { type Timers, realTimers } from '../../lib/timing/timers.ts';
import type { ExchangeStore } from './exchange-store.ts';
import {
  type CalculationRequest,
  type Preorder,
  type PriceTerms,
  calculationRequest,
  isFull,
} from './rules/preorder.ts';
import { getCalculationEndpoint } from '@causeway/contract/endpoints/get-calculation.generated';

/** Milliseconds without a key before a typed amount is priced (4.5-02). */
export const typingPause = 600;
/** Milliseconds from one price to the next quiet one (9-42, A-018). */
export const quietRefresh = 6000;
/** The longest that a fixed price is assumed to hold, whatever the clocks say. */
const longestLock = 60_000;

export interface Price {
  answer: CalculationAnswer;
  /** The floating rate was refused and this is the price of a fixed one. */
  isSwitchedToFixed: boolean;
}

export interface PriceState {
  /** The last price; while a new one is asked it is the one before. */
  price: Price;
  /** A price of the current preorder is not there yet. */
  isCalculating: boolean;
  failure: unknown;
  /** Milliseconds since 1970 of the last answer; for the price that came with the page, of its first use. */
  updatedAt: number;
  /** Milliseconds since 1970 until which a fixed price is locked; 0 without a lock. */
  lockedUntil: number;
}

export interface PriceSource {
  store: StoreApi<PriceState>;
  /** Begins to follow the preorder. */
  start: () => void;
  /** Asks again for the same preorder. */
  refresh: () => void;
  /** Takes a price of the same preorder that came with another answer. */
  accept: (answer: CalculationAnswer) => void;
  /** The exchange step came on screen; returns the function that ends it. Only then the price refreshes by itself. */
  watch: () => () => void;
}

export interface PriceSourceOptions {
  api: Api;
  exchange: ExchangeStore;
  network: Network;
  partnerKey: string;
  terms?: PriceTerms;
  /** The price that came with the page. */
  initial: CalculationAnswer;
  isPageVisible: () => boolean;
  timers?: Timers;
}

/** Whether the price is requested again by itself: there is an amount and no error. */
export function isRefreshing(preorder: Preorder, price: Price): boolean {
  return isFull(preorder) && price.answer.errors.length === 0;
}

/**
 * Until when a fixed price is locked. A wrong clock of the client's device neither ends it at once nor keeps it for
 * ever.
 */
function lockOf({ calc }: CalculationAnswer, now: number): number {
  if (!calc.quote) return 0;
  return now + Math.min(longestLock, Math.max(quietRefresh, calc.quoteExpiresAt * 1000 - now));
}

function firstState(answer: CalculationAnswer, updatedAt: number): PriceState {
  return {
    price: { answer, isSwitchedToFixed: false },
    isCalculating: false,
    failure: undefined,
    updatedAt,
    lockedUntil: 0,
  };
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

/** The next thing to do; a new one replaces it. */
function createTurn(timers: Timers) {
  let end = () => {};
  const take = (begin: (act: () => void) => () => void, act: () => void) => {
    end();
    end = begin(act);
  };
  return {
    end: () => end(),
    take,
    after: (wait: number, act: () => void) => take((next) => timers.after(wait, next), act),
  };
}

function pricedState(price: Price, now: number): PriceState {
  return { price, isCalculating: false, failure: undefined, updatedAt: now, lockedUntil: lockOf(price.answer, now) };
}

/**
 * Milliseconds to the next price. A fixed one is requested again when its lock ends; one without a lock came with the
 * page and gets one at once.
 */
function pauseOf({ isFloatingRate }: Preorder, { lockedUntil }: PriceState, now: number): number {
  return isFloatingRate ? quietRefresh : Math.max(0, lockedUntil - now);
}

function onPreorder(exchange: ExchangeStore, act: () => void): void {
  exchange.subscribe((state, old) => {
    if (state.preorder !== old.preorder) act();
  });
}

/**
 * The price of the preorder: requested after a pause in typing, at once for a choice, and every 6 s while a floating
 * rate is on screen.
 */
export function createPriceSource(options: PriceSourceOptions): PriceSource {
  const { api, exchange, network, partnerKey, terms, initial, isPageVisible, timers = realTimers } = options;
  const store = createStore<PriceState>()(() => firstState(initial, timers.now()));
  const request = () => calculationRequest(exchange.getState().preorder, partnerKey, terms);
  const calls = createLatestCall();
  const key = () => JSON.stringify(request());
  let priced = key();
  const isPriced = () => key() === priced;
  const watchers = createWatchers();
  let isStarted = false;
  const turn = createTurn(timers);
  const pause = () => pauseOf(exchange.getState().preorder, store.getState(), timers.now());

  function schedule(wait: number): void {
    turn.after(wait, () => {
      const isWanted = isRefreshing(exchange.getState().preorder, store.getState().price);
      if (isWanted && watchers.isWatched() && isPageVisible()) ask();
      else schedule(quietRefresh);
    });
  }

  function ask(): void {
    turn.end();
    calls.stop();
    if (!network.isOnline()) return turn.take(network.onOnline, ask);
    const wanted = request();
    calls.start((signal) => calculate(api, wanted, signal), {
      answered: (price) => take(price, JSON.stringify(wanted)),
      failed: complain,
    });
  }

  function take(price: Price, of: string): void {
    priced = of;
    store.setState(pricedState(price, timers.now()));
    const { preorder, switchToFixed } = exchange.getState();
    if (price.isSwitchedToFixed) switchToFixed();
    else if (store.getState().lockedUntil > 0 || preorder.isFloatingRate) schedule(pause());
  }

  function complain(failure: unknown): void {
    const isHeard = store.getState().isCalculating || !(failure instanceof NetworkFailure);
    if (isHeard) store.setState({ failure, isCalculating: false });
    schedule(quietRefresh);
  }

  function follow(): void {
    turn.end();
    calls.stop();
    if (store.getState().isCalculating === isPriced()) store.setState({ isCalculating: !isPriced() });
    if (isPriced()) return schedule(pause());
    turn.after(exchange.getState().change === 'typed' ? typingPause : 0, ask);
  }

  return {
    store,
    start() {
      isStarted = true;
      onPreorder(exchange, follow);
      follow();
    },
    refresh: ask,
    accept: (answer) => take({ answer, isSwitchedToFixed: false }, key()),
    watch() {
      const end = watchers.watch();
      if (isStarted && !store.getState().isCalculating) schedule(pause());
      return end;
    },
  };
}

/** Asks for a price; where a floating rate is refused it asks again with a fixed one (4.5-09). */
export async function calculate(api: Api, request: CalculationRequest, signal: AbortSignal): Promise<Price> {
  const answer = await api.call(getCalculationEndpoint, request, { signal });
  if (!request.isFloatingRate || !isRefused(answer)) return { answer, isSwitchedToFixed: false };
  const fixed = await api.call(getCalculationEndpoint, { ...request, isFloatingRate: false }, { signal });
  return isRefused(fixed) ? { answer, isSwitchedToFixed: false } : { answer: fixed, isSwitchedToFixed: true };
}

function isRefused(answer: CalculationAnswer): boolean {
  return answer.errors.some((item) => item.code === 'CANT_EXCHANGE');
}
