import { expect, test } from 'vitest';
import { dayTimeText, dayTitle } from './day-text.ts';

const now = new Date(2026, 5, 3, 18);
const seconds = (...parts: [number, number, number, number, number]) => new Date(...parts).getTime() / 1000;

test('a moment of a table has its day and time, and the year where it is another', () => {
  expect(dayTimeText(seconds(2026, 5, 2, 9, 5), now, 'en')).toBe('2 Jun, 09:05');
  expect(dayTimeText(seconds(2025, 11, 31, 23, 59), now, 'en')).toBe('31 Dec 2025, 23:59');
});

test('a day near now is called by its nearness', () => {
  const t = (key: string, values?: Record<string, unknown>) => `${key} ${String(values?.['date'])}`;
  const title = (day: string) => dayTitle(day, now, { language: 'en', t });
  expect(title('2026-06-03')).toBe('tpl:transactions:day_today 3 June');
  expect(title('2026-06-02')).toBe('tpl:transactions:day_yesterday 2 June');
  expect(title('2026-06-01')).toBe('1 June');
});
