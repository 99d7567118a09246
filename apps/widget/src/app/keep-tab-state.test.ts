import type { Confirmation } from '@causeway/contract/shapes/confirmation';
import { describe, expect, test, vi } from 'vitest';
import { preorder } from '../../tests/fixtures.ts';
import { anOrder } from '../../tests/an-order.ts';
import { createExchangeStore } from '../features/exchange/exchange-store.ts';
import { memoryStore } from '../lib/session/memory-store.ts';
import type { AppParts } from './app-parts.ts';
import { keepTabState } from './keep-tab-state.ts';
import { createStepperStore } from './stepper/stepper-store.ts';

const isParts = (_parts: unknown): _parts is AppParts => true;

/** A page in the tab, loaded afresh each time. */
function open(tab: ReturnType<typeof memoryStore>, path = '/widget?payin_amount=250') {
  const exchange = createExchangeStore(preorder);
  const stepper = createStepperStore();
  const confirm = vi.fn();
  const parts = { runtime: { tab, boot: { path } }, exchange, stepper, flow: { confirm } };
  if (!isParts(parts)) throw new Error('never');
  return { keep: () => keepTabState(parts), exchange, stepper, confirm };
}

const confirmation: Confirmation = {
  uuid: '5f0c7d0e-1c1b-4a53-9d3d-0b6a0a3b8f10',
  niceId: 'CW7Q2M9V4T8K1N5X3B',
  expirationSec: 300,
  expirationTimeSec: 1_790_000_000,
  codeFrom: 'email',
};

/** A tab in which the client has typed and sent an order. */
function usedTab() {
  const tab = memoryStore();
  const { keep, exchange, stepper } = open(tab);
  keep();
  exchange.getState().type('payin', '777');
  exchange.setState({ clientEmail: 'elin@example.com' });
  stepper.setState({ isContinuing: true, confirmation, order: anOrder(), step: 'confirmation' });
  return tab;
}

describe('3-68, A-128 what outlives a reload', () => {
  test('is the preorder, the continue-payment flag and the confirmation, and nothing else', () => {
    const tab = usedTab();
    const kept: unknown = JSON.parse(tab.get('causeway.tab') ?? '');
    expect(Object.keys(Object(kept)).toSorted()).toEqual(['confirmation', 'isContinuing', 'path', 'preorder']);
    const { keep, exchange, stepper, confirm } = open(tab);
    keep();
    expect(exchange.getState()).toMatchObject({ preorder: { payinAmount: '777' }, clientEmail: '' });
    expect(stepper.getState()).toMatchObject({ isContinuing: true, order: undefined, step: 'exchange' });
    expect(confirm).toHaveBeenCalledExactlyOnceWith(confirmation);
  });
  test('is also what was typed before anything was kept', () => {
    const tab = memoryStore();
    const { keep, exchange } = open(tab);
    exchange.getState().type('payin', '777');
    keep();
    const next = open(tab);
    next.keep();
    expect(next.exchange.getState().preorder.payinAmount).toBe('777');
  });
  test('is there on a later URL of the same request, which names less, and again on the first', () => {
    const tab = usedTab();
    for (const path of ['/login', '/es/address?payin_amount=250', '/widget?payin_amount=250']) {
      const { keep, exchange, stepper } = open(tab, path);
      keep();
      expect(exchange.getState().preorder.payinAmount, path).toBe('777');
      // Something is written on each page.
      stepper.setState({ step: 'address' });
    }
  });
  test('is absent in another tab, and for another request of the page around', () => {
    for (const { keep, exchange, confirm } of [
      open(memoryStore()),
      open(usedTab(), '/widget?payin_amount=25'),
      open(usedTab(), '/widget?payin_amount=250&partner_key=pk_x'),
    ]) {
      keep();
      expect(exchange.getState().preorder).toEqual(preorder);
      expect(confirm).not.toHaveBeenCalled();
    }
  });
  test('is overridden by what was typed before the page answered', () => {
    const { keep, exchange } = open(usedTab());
    exchange.getState().type('payin', '5');
    keep();
    expect(exchange.getState().preorder.payinAmount).toBe('5');
  });
});
