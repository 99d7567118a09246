import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { realTimers } from '../../lib/timing/timers.ts';
import { createBackButton } from './back-button.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function setUp(canGoBack = true) {
  const notify = vi.fn();
  const goBack = vi.fn(() => canGoBack);
  return { notify, goBack, button: createBackButton({ notify, goBack, timers: realTimers }) };
}

describe('4.13-07, A-124 the device’s back key', () => {
  test('a press is offered to the app, and after 500 ms the widget goes back itself', () => {
    const { notify, goBack, button } = setUp();
    button.pressed();
    expect(notify).toHaveBeenCalledExactlyOnceWith('back-offered', { offer: 1 });
    vi.advanceTimersByTime(499);
    expect(goBack).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(goBack).toHaveBeenCalledOnce();
    expect(notify).toHaveBeenCalledOnce();
  });
  test('one that the app takes is done', () => {
    const { goBack, button } = setUp();
    button.pressed();
    vi.advanceTimersByTime(300);
    button.taken(1);
    vi.advanceTimersByTime(1000);
    expect(goBack).not.toHaveBeenCalled();
  });
  test('only the press that was taken is done', () => {
    const { goBack, button } = setUp();
    button.pressed();
    button.pressed();
    button.taken(1);
    button.taken(7);
    vi.advanceTimersByTime(500);
    expect(goBack).toHaveBeenCalledOnce();
  });
  test('with nothing to go back to the app is notified', () => {
    const { notify, button } = setUp(false);
    button.pressed();
    vi.advanceTimersByTime(500);
    expect(notify).toHaveBeenLastCalledWith('back-empty', {});
  });
});
