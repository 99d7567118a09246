import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { useRuntime } from '../../shell/runtime.ts';
import { calculate, type Price } from './api/get-calculation.ts';
import type { ExchangeStore } from './exchange-store.ts';
import { calculationRequest } from './rules/calculation-request.ts';
import { isFull } from './rules/preorder.ts';
import { useDebounced } from './use-debounced.ts';

/** Milliseconds without a key before a typed amount is priced (4.5-02). */
export const typingPause = 600;
/** Milliseconds from one price to the next quiet one (9-42, A-018). */
export const quietRefresh = 6000;

export interface Calculation {
  /** The last price; while a new one is asked it is the one before. */
  price: Price | undefined;
  /** A price of the current preorder is not there yet. */
  isCalculating: boolean;
  failure: unknown;
  /** The price is asked again by itself. */
  isRefreshing: boolean;
  /** Milliseconds since 1970 of the last answer. */
  updatedAt: number;
}

/** The price of the preorder: asked after a pause in typing, at once for a choice, and again every 6 s while a floating rate is on screen. */
export function useCalculation(store: ExchangeStore, partnerKey: string, isLive = true): Calculation {
  const { api, boot } = useRuntime();
  const { preorder, change } = useStore(store);
  const request = calculationRequest(preorder, partnerKey);
  const key = JSON.stringify(request);
  const settled = useDebounced(request, key, change === 'typed' ? typingPause : 0);
  const first = useRef<string | undefined>(change === 'none' ? key : undefined);
  const isTyping = settled.key !== key;

  const query = useQuery({
    queryKey: ['calculation', settled.key],
    queryFn: ({ signal }) => calculate(api, settled.value, signal),
    initialData:
      settled.key === first.current ? { answer: boot.config.swConfig.calc, isSwitchedToFixed: false } : undefined,
    placeholderData: keepPreviousData,
    gcTime: 0,
    refetchInterval: ({ state }) =>
      isLive && !isTyping && preorder.isFloatingRate && isFull(preorder) && state.data?.answer.errors.length === 0
        ? quietRefresh
        : false,
  });
  const { data, dataUpdatedAt, error } = query;
  const isCalculating = isTyping || query.isPlaceholderData || (query.isFetching && error !== null) || query.isPending;

  useEffect(() => {
    if (change !== 'none') first.current = undefined;
  }, [change]);
  useEffect(() => {
    if (data?.isSwitchedToFixed && !query.isPlaceholderData) store.getState().switchToFixed();
  }, [data, query.isPlaceholderData, store]);

  return {
    price: data,
    isCalculating: isCalculating && !(query.fetchStatus === 'paused'),
    failure: error,
    isRefreshing: preorder.isFloatingRate && isFull(preorder) && data?.answer.errors.length === 0,
    updatedAt: dataUpdatedAt,
  };
}
