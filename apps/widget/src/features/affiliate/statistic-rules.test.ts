import { describe, expect, test } from 'vitest';
import { barsOf, daysBefore } from './statistic-rules.ts';

const row = (date: string, reward: string) => ({ date, reward });
const drawn = (rows: ReturnType<typeof row>[], from: string, to: string) =>
  barsOf(rows, from, to).map(({ from: day, reward, height }) => [day, reward, height]);

describe('A-115 the chart of rewards', () => {
  test('up to a month has a bar for each day, those without a reward too', () => {
    expect(drawn([row('2026-06-03', '0.50'), row('2026-06-01', '1.00')], '2026-06-01', '2026-06-03')).toEqual([
      ['2026-06-01', '1.00', 100],
      ['2026-06-02', '0.00', 0],
      ['2026-06-03', '0.50', 50],
    ]);
  });

  test('more is drawn as weeks, of which the last ends with the last day', () => {
    const bars = drawn(
      [row('2026-06-30', '0.10'), row('2026-06-24', '0.20'), row('2026-06-23', '4.00')],
      '2026-05-06',
      '2026-06-30',
    );
    expect(bars).toHaveLength(8);
    expect(bars.slice(-2)).toEqual([
      ['2026-06-17', '4.00', 100],
      ['2026-06-24', '0.30', 7],
    ]);
  });

  test('a first week that is cut begins with the first day, and nothing is lost', () => {
    const bars = drawn([row('2026-05-01', '1.00')], '2026-05-01', '2026-06-05');
    expect(bars).toHaveLength(6);
    expect(bars[0]).toEqual(['2026-05-01', '1.00', 100]);
  });

  test('what was taken back is below zero and has no height', () => {
    expect(drawn([row('2026-06-01', '-0.87')], '2026-06-01', '2026-06-01')).toEqual([['2026-06-01', '-0.87', 0]]);
  });

  test('a year at most; no days, no bars', () => {
    expect(barsOf([], '2020-01-01', '2026-06-01').length).toBe(53);
    expect(barsOf([], '2026-06-02', '2026-06-01')).toEqual([]);
    expect(barsOf([], '', '2026-06-01')).toEqual([]);
  });

  test('days before', () => expect(daysBefore('2026-03-01', 1)).toBe('2026-02-28'));
});
