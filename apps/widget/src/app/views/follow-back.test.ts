import type { Confirmation } from '@causeway/contract/shapes/confirmation';
import { describe, expect, test } from 'vitest';
import { createStepperStore } from '../stepper/stepper-store.ts';
import type { StepName } from '../stepper/steps.ts';
import type { RouteName } from '../routes.ts';
import { makeTarget } from '../router/target.ts';
import { keepResent } from './confirmation-view.tsx';
import { type StepHistory, followBack } from './follow-leaving.ts';

/** A tab whose entries are named `page` or `step`; moves take effect at once. */
function open(entries = ['page'], step: StepName = 'exchange') {
  let at = entries.length - 1;
  let route: RouteName = 'order-stepper';
  const listeners = new Set<() => void>();
  const stepper = createStepperStore();
  const tab = {
    stepper,
    show: (next: StepName) => stepper.setState({ step: next }),
    entries: () => entries.slice(0, at + 1),
    push: (name: RouteName) => {
      route = name;
      entries = [...entries.slice(0, at + 1), name];
      at += 1;
    },
    press(by: number) {
      at += by;
      route = entries[at] === 'page' || entries[at] === 'step' ? 'order-stepper' : 'settings';
      listeners.forEach((listener) => listener());
    },
  };
  const history: StepHistory = {
    isMarked: () => entries[at] === 'step',
    mark() {
      entries = [...entries.slice(0, at + 1), 'step'];
      at += 1;
    },
    back: () => tab.press(-1),
    onPop(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  tab.show(step);
  const flow = { back: () => tab.show('exchange') };
  const router = { current: () => makeTarget(route) };
  const stop = followBack({ stepper, router, flow, mode: 'normal' }, history);
  return { ...tab, stop };
}

describe('4.3-01 the browser’s Back', () => {
  test('leads from a step to the exchange, and from there out of the page', () => {
    const tab = open();
    tab.show('address');
    expect(tab.entries()).toEqual(['page', 'step']);
    tab.press(-1);
    expect(tab.stepper.getState().step).toBe('exchange');
    expect(tab.entries()).toEqual(['page']);
  });
  test('has one entry however many steps there are, and none after the arrow', () => {
    const tab = open();
    tab.show('auth');
    tab.show('verification');
    tab.show('address');
    expect(tab.entries()).toEqual(['page', 'step']);
    tab.show('exchange');
    expect(tab.entries()).toEqual(['page']);
  });
  test('comes back from another page to the step that was left', () => {
    const tab = open();
    tab.show('address');
    tab.push('settings');
    tab.press(-1);
    expect(tab.stepper.getState().step).toBe('address');
    tab.press(-1);
    expect(tab.stepper.getState().step).toBe('exchange');
  });
  test('passes over an entry whose step is not there any more: after a reload, and forward', () => {
    expect(open(['page', 'step']).entries()).toEqual(['page']);
    const tab = open();
    tab.show('address');
    tab.press(-1);
    tab.press(1);
    expect(tab.entries()).toEqual(['page']);
  });
  test('is followed from the step that is there, until it is stopped', () => {
    const tab = open(['page'], 'confirmation');
    expect(tab.entries()).toEqual(['page', 'step']);
    tab.stop();
    tab.press(-1);
    expect(tab.stepper.getState().step).toBe('confirmation');
  });
});

const sent = { uuid: 'u1', niceId: 'CW1', expirationSec: 60, expirationTimeSec: 1, codeFrom: 'email' } as const;
const again: Confirmation = { ...sent, uuid: 'u2' };

test.each([
  ['another code of the order on screen is waited for', sent, again],
  ['one that comes after a step back is not', undefined, undefined],
  ['nor one of the order before', { ...sent, niceId: 'CW2' }, { ...sent, niceId: 'CW2' }],
])('4.3-06 %s', (_name, confirmation, kept) => {
  const stepper = createStepperStore();
  stepper.setState({ confirmation });
  keepResent(stepper, sent, again);
  expect(stepper.getState().confirmation).toEqual(kept);
});
