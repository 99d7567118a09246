import { useSyncExternalStore } from 'react';
import type { TransactionsList, TransactionsState } from './transactions-list.ts';

/** How a list stands; the screen draws again when that changes. */
export function useList(list: TransactionsList): TransactionsState {
  return useSyncExternalStore(list.subscribe, list.state, list.state);
}
