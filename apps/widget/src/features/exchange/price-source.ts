import type { CalculationAnswer } from '@causeway/contract/shapes/calculation';
import { type StoreApi, createStore } from 'zustand/vanilla';
import type { Api } from '../../lib/api/api.ts';
import { NetworkFailure } from '../../lib/api/network-failure.ts';
import type { Network } from '../../lib/polling/poll.ts';
import { type Timers, realTimers } from '../../lib/timing/timers.ts';
import {
  type CalculationRequest,
  type Preorder,
  type PriceTerms,
  calculationRequest,
  isFull,
} from './rules/preorder.ts';
import { type ExchangeStore } from './exchange-store.ts';
import { getCalculationEndpoint } from '@causeway/contract/endpoints/get-calculation.generated';

/** Milliseconds without a key before a typed amount is priced (4.5-02). */
export const typingPause = 600;
/** Milliseconds from one price to the next quiet one (9-42, A-018). */
export const quietRefresh = 6000;

/** What the price does now, and what ends it. */
export type PriceTurn =
  /** A fixed price that nothing locks: it stands until the preorder changes. */
  | { is: 'idle' }
  /** A timer runs: afterwards a changed preorder is priced, or the price on screen renewed. */
  | { is: 'waiting'; ms: number; to: 'price' | 'renew' }
  /** A request is on its way, or goes out when there is a connection. */
  | { is: 'asking' };

export type PriceEvent =
  /** The preorder changed, or is followed or on screen from now on. */
  | 'changed'
  /** Somebody asks for a new price at once. */
  | 'refreshed'
  | 'due'
  | 'answered'
  | 'failed';

export interface PriceFacts {
  /** The last price is one of this preorder. */
  isPriced: boolean;
  /** The last change was a key. */
  isTyped: boolean;
  isFloating: boolean;
  /** Milliseconds until the lock of a fixed price ends; undefined without a lock. */
  lockLeft: number | undefined;
  /** The price is on screen, and one that renews itself. */
  isRenewed: boolean;
}

const renewAfter = (ms: number): PriceTurn => ({ is: 'waiting', ms, to: 'renew' });

/** What the price does after an event. */
export function nextTurn(turn: PriceTurn, event: PriceEvent, facts: PriceFacts): PriceTurn {
  // A fixed price without a lock came with the page and gets one at once.
  const pause = facts.isFloating ? quietRefresh : (facts.lockLeft ?? 0);
  if (event === 'changed')
    return facts.isPriced ? renewAfter(pause) : { is: 'waiting', ms: facts.isTyped ? typingPause : 0, to: 'price' };
  if (event === 'answered')
    return facts.isFloating || facts.lockLeft !== undefined ? renewAfter(pause) : { is: 'idle' };
  if (event === 'failed') return renewAfter(quietRefresh);
  const isQuiet = event === 'due' && turn.is === 'waiting' && turn.to === 'renew';
  return isQuiet && !facts.isRenewed ? renewAfter(quietRefresh) : { is: 'asking' };
}

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

interface PriceSourceOptions {
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

function pricedState(price: Price, now: number): PriceState {
  return { price, isCalculating: false, failure: undefined, updatedAt: now, lockedUntil: lockOf(price.answer, now) };
}

/** The page may have been kept for long: the lock of its price has no known beginning. */
function firstState(answer: CalculationAnswer, now: number): PriceState {
  return { ...pricedState({ answer, isSwitchedToFixed: false }, now), lockedUntil: 0 };
}

function readFacts(
  { exchange, isPageVisible, timers = realTimers }: PriceSourceOptions,
  store: StoreApi<PriceState>,
  { isPriced, isShown }: { isPriced: boolean; isShown: boolean },
): PriceFacts {
  const { preorder, change } = exchange.getState();
  const { price, lockedUntil } = store.getState();
  return {
    isPriced,
    isTyped: change === 'typed',
    isFloating: preorder.isFloatingRate,
    lockLeft: lockedUntil > 0 ? Math.max(0, lockedUntil - timers.now()) : undefined,
    isRenewed: isRefreshing(preorder, price) && isShown && isPageVisible(),
  };
}

interface CallEnds<T> {
  answered: (answer: T) => void;
  failed: (failure: unknown) => void;
}

/** @returns the end of the call: nothing of it is heard afterwards */
function startCall<T>(call: (signal: AbortSignal) => Promise<T>, { answered, failed }: CallEnds<T>): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  call(signal).then(
    (answer) => signal.aborted || answered(answer),
    (failure: unknown) => signal.aborted || failed(failure),
  );
  return () => controller.abort();
}

/**
 * The price of the preorder: requested after a pause in typing, at once for a choice, and every 6 s while a floating
 * rate is on screen. `nextTurn` decides; here timers, connection and requests of each turn begin and end.
 */
export function createPriceSource(options: PriceSourceOptions): PriceSource {
  const { api, exchange, network, partnerKey, terms, initial, timers = realTimers } = options;
  const store = createStore<PriceState>()(() => firstState(initial, timers.now()));
  const request = () => calculationRequest(exchange.getState().preorder, partnerKey, terms);
  const key = () => JSON.stringify(request());
  let watchers = 0;
  let priced = key();
  let isStarted = false;
  let turn: PriceTurn = { is: 'idle' };
  let end = () => {};

  function step(event: PriceEvent): void {
    turn = nextTurn(turn, event, readFacts(options, store, { isPriced: key() === priced, isShown: watchers > 0 }));
    end();
    end = begin(turn);
  }

  function begin(next: PriceTurn): () => void {
    if (next.is === 'waiting') return timers.after(next.ms, () => step('due'));
    if (next.is === 'idle') return () => {};
    return network.isOnline() ? ask() : network.onOnline(() => step('refreshed'));
  }

  function ask(): () => void {
    const wanted = request();
    return startCall((signal) => calculate(api, wanted, signal), {
      answered: (price) => accept(price, JSON.stringify(wanted)),
      failed: fail,
    });
  }

  function fail(failure: unknown): void {
    const isShown = store.getState().isCalculating || !(failure instanceof NetworkFailure);
    if (isShown) store.setState({ failure, isCalculating: false });
    step('failed');
  }

  function accept(price: Price, of: string): void {
    priced = of;
    store.setState(pricedState(price, timers.now()));
    if (price.isSwitchedToFixed) exchange.getState().switchToFixed();
    else step('answered');
  }

  function follow(): void {
    const isCalculating = key() !== priced;
    if (store.getState().isCalculating !== isCalculating) store.setState({ isCalculating });
    step('changed');
  }

  return {
    store,
    start() {
      isStarted = true;
      exchange.subscribe((state, old) => {
        if (state.preorder !== old.preorder) follow();
      });
      follow();
    },
    refresh: () => step('refreshed'),
    accept: (answer) => accept({ answer, isSwitchedToFixed: false }, key()),
    watch() {
      watchers += 1;
      if (isStarted && !store.getState().isCalculating && turn.is !== 'asking') step('changed');
      return () => {
        watchers -= 1;
      };
    },
  };
}

/** Asks for a price; where a floating rate is refused it asks again with a fixed one (4.5-09). */
async function calculate(api: Api, request: CalculationRequest, signal: AbortSignal): Promise<Price> {
  const answer = await api.call(getCalculationEndpoint, request, { signal });
  if (!request.isFloatingRate || !isRefused(answer)) return { answer, isSwitchedToFixed: false };
  const fixed = await api.call(getCalculationEndpoint, { ...request, isFloatingRate: false }, { signal });
  return isRefused(fixed) ? { answer, isSwitchedToFixed: false } : { answer: fixed, isSwitchedToFixed: true };
}

function isRefused(answer: CalculationAnswer): boolean {
  return answer.errors.some((item) => item.code === 'CANT_EXCHANGE');
}
