import type { Runtime } from '../../platform/runtime.ts';
import { createTransactionsList, type TransactionsEndpoint, type TransactionsList } from './transactions-list.ts';

const kept = new WeakMap<Runtime, Map<string, TransactionsList>>();

/** The list of a client as it was left; it is dropped with the session. */
export function keptList(runtime: Runtime, endpoint: TransactionsEndpoint, owner: string): TransactionsList {
  const lists = kept.get(runtime) ?? keep(runtime);
  const key = `${endpoint.path} ${owner}`;
  const list = lists.get(key) ?? createTransactionsList({ api: runtime.api, endpoint });
  lists.set(key, list);
  return list;
}

function keep(runtime: Runtime): Map<string, TransactionsList> {
  const lists = new Map<string, TransactionsList>();
  kept.set(runtime, lists);
  runtime.session.subscribe(() => {
    if (!runtime.session.tokens()) lists.clear();
  });
  return lists;
}
