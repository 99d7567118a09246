import { beforeEach, describe, expect, test, vi } from 'vitest';
import { amountReporter } from './amount-field.tsx';

describe('5-09 backspace and delete are debounced by 20 ms', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    return () => vi.useRealTimers();
  });

  test('a held key reports once, 20 ms after the last deletion', () => {
    const report = vi.fn();
    const reporter = amountReporter(report);
    reporter.change('25', true);
    vi.advanceTimersByTime(19);
    reporter.change('2', true);
    vi.advanceTimersByTime(19);
    expect(report).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(report.mock.calls).toEqual([['2']]);
  });

  test('a written digit reports at once and drops the waiting deletion', () => {
    const report = vi.fn();
    const reporter = amountReporter(report);
    reporter.change('2', true);
    reporter.change('27', false);
    vi.runAllTimers();
    expect(report.mock.calls).toEqual([['27']]);
  });

  test('leaving the field reports the waiting deletion', () => {
    const report = vi.fn();
    const reporter = amountReporter(report);
    reporter.change('2', true);
    reporter.flush();
    vi.runAllTimers();
    expect(report.mock.calls).toEqual([['2']]);
  });
});
