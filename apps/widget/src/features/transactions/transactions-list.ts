import type { listTransactions } from '@causeway/contract/calls/list-transactions';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { EndpointOf } from '@causeway/contract/endpoint';
import type { Order } from '@causeway/contract/shapes/order';
import type { Api } from '../../lib/api/api.ts';
import { type FilterFields, filterFields } from './rules/filter-fields.ts';
import { appendRows, mergeRows } from './rules/merge-rows.ts';
import { noFilter, type TransactionFilter } from './rules/transaction-filter.ts';

export type TransactionsAnswer = AnswerOf<typeof listTransactions>;

/** A page of a list, or with `getFiltersData` the available filters. */
export type TransactionsRequest = FilterFields & { page?: string; getFiltersData?: boolean };

/** The client's own orders, or those through the client's own partners. */
export type TransactionsEndpoint = EndpointOf<typeof listTransactions>;

/** What a list can be narrowed to, by codes and names. */
export type FilterChoices = Required<Pick<TransactionsAnswer, 'method' | 'payinCurrency' | 'payoutCurrency' | 'time'>>;

export interface TransactionsState {
  filter: TransactionFilter;
  /** Undefined until the first page is there. */
  rows: readonly Order[] | undefined;
  nextPage: string;
  total: number;
  /** Undefined until they are there. */
  choices: FilterChoices | undefined;
  isLoading: boolean;
  /** Why the last attempt failed. */
  failure: unknown;
}

/** A list of transactions that outlives its screen, so that it is found again as it was left. */
export interface TransactionsList {
  state: () => TransactionsState;
  subscribe: (listener: () => void) => () => void;
  /** Reads the first page again; the shown rows stay meanwhile. */
  refresh: () => Promise<void>;
  more: () => Promise<void>;
  narrow: (filter: TransactionFilter) => Promise<void>;
  readChoices: () => Promise<void>;
  /** How many transactions a filter would leave. */
  count: (filter: TransactionFilter) => Promise<number>;
  /** Updates the row of an order with a newer state. */
  learn: (order: Order) => void;
}

export interface TransactionsListOptions {
  api: Api;
  endpoint: TransactionsEndpoint;
  now?: () => Date;
}

const localZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

const nothingYet: TransactionsState = {
  filter: noFilter,
  rows: undefined,
  nextPage: '',
  total: 0,
  choices: undefined,
  isLoading: false,
  failure: undefined,
};

/** A list of its own, over the call of one kind of list. */
export function createTransactionsList({
  api,
  endpoint,
  now = () => new Date(),
}: TransactionsListOptions): TransactionsList {
  const listeners = new Set<() => void>();
  let state = nothingYet;
  function set(part: Partial<TransactionsState>): void {
    state = { ...state, ...part };
    listeners.forEach((listener) => listener());
  }
  // An answer to an outdated request changes nothing.
  let turn = 0;

  function ask(filter: TransactionFilter, rest: TransactionsRequest = {}): Promise<TransactionsAnswer> {
    return api.call(endpoint, { ...filterFields(filter, now(), localZone()), ...rest });
  }
  async function load(rest: TransactionsRequest, take: (answer: TransactionsAnswer) => void): Promise<void> {
    turn += 1;
    const own = turn;
    set({ isLoading: true, failure: undefined });
    try {
      const answer = await ask(state.filter, rest);
      if (own === turn) take(answer);
    } catch (failure) {
      if (own === turn) set({ failure: failure ?? true });
    }
    if (own === turn) set({ isLoading: false });
  }
  const refresh = () =>
    load({}, ({ data = [], nextPage = '', recordsTotal: total = 0 }) => {
      const { rows, nextPage: next } = state;
      set({ ...mergeRows(rows && { rows, nextPage: next }, { rows: data, nextPage }), total });
    });

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    refresh,
    async more() {
      const { nextPage: page } = state;
      if (page === '') return;
      await load({ page }, ({ data = [], nextPage = '', recordsTotal: total = 0 }) =>
        set({ rows: appendRows(state.rows ?? [], data), nextPage, total }),
      );
    },
    async narrow(filter) {
      set({ filter, rows: undefined, nextPage: '' });
      await refresh();
    },
    async readChoices() {
      const {
        method = [],
        payinCurrency = [],
        payoutCurrency = [],
        time = '',
      } = await ask(noFilter, {
        getFiltersData: true,
      });
      set({ choices: { method, payinCurrency, payoutCurrency, time } });
    },
    count: async (filter) => (await ask(filter)).recordsTotal ?? 0,
    learn: (order) => set({ rows: state.rows?.map((row) => (row.niceId === order.niceId ? order : row)) }),
  };
}
