import { describe, expect, test } from 'vitest';
import { FakeWindow } from '../testing/fake-window.ts';
import { reportHeight } from './report-height.ts';

function watch(first: number | undefined) {
  const window = new FakeWindow();
  const content = { height: first };
  const heights: number[] = [];
  const stop = reportHeight({
    window,
    measure: () => content.height,
    onHeight: (height) => heights.push(height),
  });
  return { window, content, heights, stop };
}

describe('9-20 the height is checked every 200 ms (A-121)', () => {
  test('it is reported at the start and after each change, rounded up', () => {
    const { window, content, heights } = watch(700);
    window.advance(1000);
    content.height = 812.2;
    window.advance(199);
    expect(heights).toEqual([700]);
    window.advance(1);
    expect(heights).toEqual([700, 813]);
  });

  test.each([undefined, 0, Number.NaN])('4.13-02, 9-22 while the height is %s it is 650', (height) => {
    expect(watch(height).heights).toEqual([650]);
  });

  test('after stop nothing is measured', () => {
    const { window, content, heights, stop } = watch(700);
    stop();
    content.height = 900;
    window.advance(1000);
    expect(heights).toEqual([700]);
    expect(window.timerCount).toBe(0);
  });
});
