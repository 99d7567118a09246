import { listTransactionsEndpoint } from '@causeway/contract/endpoints/list-transactions.generated';
import { describe, expect, test } from 'vitest';
import { anOrder } from '../../../tests/an-order.ts';
import type { Api } from '../../lib/api/api.ts';
import type { TransactionsAnswer, TransactionsRequest } from './transactions-list.ts';
import { noFilter } from './rules/transaction-filter.ts';
import { createTransactionsList } from './transactions-list.ts';

const isApi = (_value: unknown): _value is Api => true;
type Reply = Partial<TransactionsAnswer> | Error | Promise<Partial<TransactionsAnswer>>;

/** A list over a server that gives these answers one after the other. */
function open(...replies: Reply[]) {
  const sent: unknown[] = [];
  const api = {
    async call(_endpoint: unknown, values: unknown) {
      sent.push(values);
      const reply = await replies.shift();
      if (reply === undefined || reply instanceof Error) throw reply ?? new Error('Nothing more was expected.');
      return reply;
    },
  };
  if (!isApi(api)) throw new Error('never');
  const list = createTransactionsList({ api, endpoint: listTransactionsEndpoint });
  const numbers = () => list.state().rows?.map(({ niceId }) => niceId);
  return { list, sent, numbers, state: list.state };
}

const page = (numbers: string, nextPage = '', recordsTotal = 99) => ({
  data: numbers.split('').map((niceId) => anOrder({ niceId })),
  nextPage,
  recordsTotal,
});

describe('3-56 pages of transactions', () => {
  test('data, next page and total are kept; the next page is requested by its name and adds each row once', async () => {
    const { list, sent, numbers, state } = open(page('fed', 'p2', 5), page('dcb', '', 5));
    await list.refresh();
    expect([numbers(), state().nextPage, state().total]).toEqual([['f', 'e', 'd'], 'p2', 5]);
    await list.more();
    expect([numbers(), state().nextPage]).toEqual([['f', 'e', 'd', 'c', 'b'], '']);
    expect(sent).toEqual([{}, { page: 'p2' }]);
    await list.more();
    expect(sent).toHaveLength(2);
  });

  test.each([
    ['nothing new', 'fe', 'p2', 'fedcb', 'p3'],
    ['one more', 'gf', 'p2', 'gfedcb', 'p3'],
    ['so many more that some may be missing between', 'ih', 'p2', 'ih', 'p2'],
    ['all there are', 'gfe', '', 'gfe', ''],
  ])('come back to with %s, it goes on where it was', async (_name, fresh, next, shown, nextPage) => {
    const { list, numbers, state } = open(page('fed', 'p2'), page('cb', 'p3'), page(fresh, next));
    await list.refresh();
    await list.more();
    await list.refresh();
    expect([numbers()?.join(''), state().nextPage]).toEqual([shown, nextPage]);
  });

  test('2.2-11 what is known of an order since is shown', async () => {
    const { list, state } = open(page('ba'));
    await list.refresh();
    list.learn(anOrder({ niceId: 'a', status: 'canceled' }));
    expect(state().rows?.map(({ status }) => status)).toEqual(['payin_pending', 'canceled']);
  });
});

describe('3-57 filters', () => {
  test('another filter begins again; an answer to the one before changes nothing', async () => {
    let answer = (_page: Partial<TransactionsAnswer>) => {};
    const late = new Promise<Partial<TransactionsAnswer>>((resolve) => {
      answer = resolve;
    });
    const { list, sent, numbers, state } = open(page('ba'), late, page('z', '', 1));
    await list.refresh();
    const first = list.narrow({ ...noFilter, methods: ['card'] });
    expect(state().rows).toBeUndefined();
    const second = list.narrow({ ...noFilter, methods: ['sepa'] });
    answer(page('x'));
    await Promise.all([first, second]);
    expect([numbers(), state().total, state().isLoading]).toEqual([['z'], 1, false]);
    expect(sent.slice(1)).toEqual([{ method: ['card'] }, { method: ['sepa'] }]);
  });

  test('3-57, 7-32 what there is to filter by, and how many a filter would leave, without touching the list', async () => {
    const named = [{ code: 'card', name: 'Card' }];
    const { list, sent, state } = open(
      { method: named, payinCurrency: [], payoutCurrency: [], time: '2026-05-01' },
      page('', '', 7),
    );
    await list.readChoices();
    expect(state().choices).toEqual({ method: named, payinCurrency: [], payoutCurrency: [], time: '2026-05-01' });
    expect(await list.count({ ...noFilter, payinCurrency: 'EUR' })).toBe(7);
    const asked: TransactionsRequest[] = [{ getFiltersData: true }, { payinCurrency: 'EUR' }];
    expect(sent).toEqual(asked);
    expect(state().rows).toBeUndefined();
  });
});

test('a failed attempt is reported and keeps what is shown; the next one clears the error', async () => {
  const { list, numbers, state } = open(page('ba', 'p2'), new Error('down'), page('c'));
  await list.refresh();
  await list.more();
  expect(state().failure).toEqual(new Error('down'));
  expect(numbers()).toEqual(['b', 'a']);
  await list.more();
  expect([numbers()?.join(''), state().failure]).toEqual(['bac', undefined]);
});
