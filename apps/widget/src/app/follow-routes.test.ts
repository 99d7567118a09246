import { describe, expect, test, vi } from 'vitest';
import type { AppParts } from './app-parts.ts';
import { followRoutes } from './views/follow-leaving.ts';
import type { RouteName } from './routes.ts';
import { createStepperStore } from './stepper/stepper-store.ts';
import { anOrder } from '../../tests/an-order.ts';

const isParts = (_parts: unknown): _parts is AppParts => true;

function walk(...names: RouteName[]) {
  let name = names[0];
  let arrive = () => {};
  const refreshConfig = vi.fn(async () => undefined);
  const stepper = createStepperStore();
  stepper.setState({ order: anOrder() });
  const parts = {
    runtime: { log: { warn: vi.fn() } },
    router: { current: () => ({ name }), subscribe: (listener: () => void) => (arrive = listener) },
    account: { refreshConfig },
    stepper,
  };
  if (!isParts(parts)) throw new Error('never');
  followRoutes(parts);
  for (const next of names.slice(1)) {
    name = next;
    arrive();
  }
  return { refreshConfig, hasOrder: stepper.getState().order !== undefined };
}

describe('4.3-19, 2.2-11, 7-60 leaving the page of an order', () => {
  test('4.3-19 reads the config again, once', () => {
    expect(walk('order-status', 'faq', 'language').refreshConfig).toHaveBeenCalledOnce();
    expect(walk('order-status', 'order-status').refreshConfig).not.toHaveBeenCalled();
    expect(walk('order-stepper', 'settings').refreshConfig).not.toHaveBeenCalled();
  });
  test.each([
    ['order-stepper', true],
    ['transactions', true],
    ['verification-email', true],
    ['faq', false],
  ] as const)('2.2-11 to %s keeps its order: %j', (name, isKept) =>
    expect(walk('order-status', name).hasOrder).toBe(isKept),
  );
});
