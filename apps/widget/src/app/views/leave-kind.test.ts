import { expect, test, vi } from 'vitest';
import { makeTarget } from '../router/target.ts';
import { leaveKind, leaveSaved } from './use-leave.ts';

test.each([
  [false, false, false, 'back'],
  [false, false, true, 'back'],
  [true, false, false, undefined],
  [true, false, true, undefined],
  [false, true, false, 'back'],
  [false, true, true, 'close'],
  [true, true, false, 'close'],
  [true, true, true, 'close'],
])('2.3-36 A-127 6-14 back hidden %s, close asked for %s, at the end %s: %s', (hideBack, showClose, isEnd, kind) => {
  expect(leaveKind({ hideBack, showClose }, isEnd)).toBe(kind);
});

test.each([
  ['settings-phone', 1],
  ['balance', 0],
] as const)('a setting that is saved while %s is open leads back %i times', (name, times) => {
  const navigate = vi.fn();
  leaveSaved({ current: () => makeTarget(name), navigate }, 'phone');
  expect(navigate).toHaveBeenCalledTimes(times);
});
