import { orderStatuses } from '@causeway/domain/orders/order-status';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayText, nearness } from '../../../lib/days/day-text.ts';
import { filterFields } from './filter-fields.ts';
import { filterText } from './filter-text.ts';
import { groupByDay } from '../../../lib/days/group-by-day.ts';
import { statusGroups, statusesOf } from './status-groups.ts';
import { noFilter, partsOf, toggled, without, type FilterPart, type TransactionFilter } from './transaction-filter.ts';

const zone = process.env['TZ'];
beforeAll(() => {
  process.env['TZ'] = 'Europe/Kyiv';
});
afterAll(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

/** 01:30 in Kyiv: there it is the third already, in UTC still the second. */
const now = () => new Date('2026-06-02T22:30:00Z');
const filter = (part: Partial<TransactionFilter>): TransactionFilter => ({ ...noFilter, ...part });
const fields = (part: Partial<TransactionFilter>) => filterFields(filter(part), now(), 'Europe/Kyiv');

describe('3-57, A-111 a filter as it is sent', () => {
  test.each<[string, Partial<TransactionFilter>, ReturnType<typeof fields>]>([
    ['nothing', {}, {}],
    ['today', { period: 'today' }, { timeFrom: '2026-06-03', timeTo: '2026-06-03', timeZone: 'Europe/Kyiv' }],
    ['a week', { period: 'week' }, { timeFrom: '2026-05-28', timeTo: '2026-06-03', timeZone: 'Europe/Kyiv' }],
    ['a month', { period: 'month' }, { timeFrom: '2026-05-05', timeTo: '2026-06-03', timeZone: 'Europe/Kyiv' }],
    ['days', { period: 'days', from: '2026-05-01' }, { timeFrom: '2026-05-01', timeZone: 'Europe/Kyiv' }],
    [
      'days the other way round',
      { period: 'days', from: '2026-05-09', to: '2026-05-01' },
      { timeFrom: '2026-05-01', timeTo: '2026-05-09', timeZone: 'Europe/Kyiv' },
    ],
    ['days that are not chosen', { period: 'all', from: '2026-05-09' }, {}],
    ['methods', { methods: ['card', 'sepa'] }, { method: ['card', 'sepa'] }],
    ['currencies', { payinCurrency: 'EUR', payoutCurrency: 'BTC' }, { payinCurrency: 'EUR', payoutCurrency: 'BTC' }],
    ['what is finished', { statuses: ['done'] }, { status: ['finished'] }],
    ['what came to nothing', { statuses: ['failed'] }, { status: ['error', 'expired', 'refunded', 'canceled'] }],
  ])('%s', (_name, part, expected) => expect(fields(part)).toEqual(expected));

  test('every status is in one group', () => {
    const all = statusGroups.flatMap((group) => statusesOf([group]));
    expect(all.toSorted()).toEqual([...orderStatuses].toSorted());
    expect(statusesOf([])).toEqual([]);
  });
});

describe('the parts of a filter', () => {
  const t = (key: string, values: object = {}) => [key.split(':').at(-1), ...Object.values(values)].join(' ');
  const choices = { method: [{ code: 'card', name: 'Card' }], payinCurrency: [], payoutCurrency: [], time: '' };
  test.each<[FilterPart, Partial<TransactionFilter>, string]>([
    ['period', { period: 'month' }, 'period_month_long'],
    ['period', { period: 'days', from: '2026-05-09' }, 'since 9 May'],
    ['period', { period: 'days', to: '2025-05-09' }, 'until 9 May 2025'],
    ['period', { period: 'days', from: '2026-05-09', to: '2026-05-01' }, '1 May – 9 May'],
    ['methods', { methods: ['card', 'new_one'] }, 'Card, new_one'],
    ['statuses', { statuses: ['open', 'failed'] }, 'status_open, status_failed'],
    ['payinCurrency', { payinCurrency: 'EUR' }, 'paid_in EUR'],
    ['payoutCurrency', { payoutCurrency: 'BTC' }, 'got_in BTC'],
  ])('%s of %j says %s, and goes alone', (part, values, text) => {
    const own = filter(values);
    expect(partsOf(own)).toEqual([part]);
    expect(filterText({ part, filter: own, choices, t, language: 'en', now: now() })).toBe(text);
    expect(without(own, part)).toEqual(noFilter);
    const both = filter({ ...values, methods: ['sepa'], period: 'today' });
    expect(partsOf(without(both, part))).not.toContain(part);
    expect(partsOf(both).length - partsOf(without(both, part)).length).toBe(1);
  });

  test('own days without a day narrow nothing', () => {
    expect(partsOf(filter({ period: 'days' }))).toEqual([]);
  });

  test('a choice is put in and taken out', () => {
    expect(toggled(['a'], 'b')).toEqual(['a', 'b']);
    expect(toggled(['a', 'b'], 'a')).toEqual(['b']);
  });
});

describe('the days of a list', () => {
  const at = (text: string) => ({ createdAt: Date.parse(text) / 1000 });

  test('rows are under the day of the client’s own calendar', () => {
    const rows = ['2026-06-02T21:30Z', '2026-06-02T20:30Z', '2026-06-01T21:00Z', '2025-01-01T12:00Z'].map(at);
    expect(groupByDay(rows).map((group) => [group.day, group.rows.length])).toEqual([
      ['2026-06-03', 1],
      ['2026-06-02', 2],
      ['2025-01-01', 1],
    ]);
  });

  test.each([
    ['2026-06-03', 'today', '3 June'],
    ['2026-06-02', 'yesterday', '2 June'],
    ['2026-05-30', undefined, '30 May'],
    ['2025-12-31', undefined, '31 December 2025'],
  ])('%s is %s, %s', (day, near, text) => {
    expect(nearness(day, now())).toBe(near);
    expect(dayText(day, now(), 'en')).toBe(text);
  });
});
