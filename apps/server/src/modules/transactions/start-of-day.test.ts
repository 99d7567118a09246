import { describe, expect, test } from 'vitest';
import { startOfDay } from './order-filter.ts';

describe('A-111 the days of a filter', () => {
  test.each([
    ['UTC', '2026-06-03', '2026-06-03T00:00:00.000Z'],
    ['Europe/Kyiv', '2026-06-03', '2026-06-02T21:00:00.000Z'],
    ['America/New_York', '2026-01-15', '2026-01-15T05:00:00.000Z'],
    ['Asia/Kolkata', '2026-06-03', '2026-06-02T18:30:00.000Z'],
    // Clocks change later on that day: forward, then back.
    ['Europe/Madrid', '2026-03-29', '2026-03-28T23:00:00.000Z'],
    ['Australia/Sydney', '2026-10-04', '2026-10-03T14:00:00.000Z'],
    ['Australia/Sydney', '2026-04-05', '2026-04-04T13:00:00.000Z'],
    // Clocks change at midnight itself, which is skipped.
    ['America/Santiago', '2025-09-07', '2025-09-07T04:00:00.000Z'],
    ['America/Santiago', '2025-04-06', '2025-04-06T04:00:00.000Z'],
  ])('in %s %s begins at %s', (zone, day, moment) => {
    expect(startOfDay(day, zone).toISOString()).toBe(moment);
  });

  test.each(['2026-02-28', '2026-12-31', '2028-02-28', '9999-12-31'])('the day after %s begins a day later', (day) => {
    expect(startOfDay(day, 'UTC', 1).getTime()).toBe(Date.parse(day) + 24 * 3600_000);
  });
});
