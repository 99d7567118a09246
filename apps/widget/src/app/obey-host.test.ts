import { describe, expect, test, vi } from 'vitest';
import type { AppParts } from './app-parts.ts';
import { obeyHost } from './obey-host.ts';

const payload = { payinCurrency: 'EUR', payoutCurrency: 'BTC', payinAmount: '40' };

describe('4.13 the page around asks for a withdrawal', () => {
  test.each([
    ['its own page where there is one', 1, 'balance-withdrawal', undefined],
    ['else the exchange, which a balance pays', 0, 'order-stepper', { ...payload, payinGroup: 'balance' }],
  ] as const)('and finds %s', (_name, isOn, route, patched) => {
    const [navigate, patch, open] = [vi.fn(), vi.fn(), vi.fn()];
    const config = { features: { new_widget_withdrawal: isOn } };
    const parts = {
      router: { navigate },
      flow: { open },
      exchange: { getState: () => ({ patch }) },
      account: { store: { getState: () => ({ config }) } },
    };
    // The few parts that it needs.
    obeyHost(parts as unknown as AppParts, { event: 'open-withdrawal', payload });
    expect(navigate.mock.calls[0]?.[0]).toBe(route);
    expect(patch.mock.calls).toEqual(patched ? [[patched]] : []);
    expect(open).toHaveBeenCalledTimes(patched ? 1 : 0);
  });
});
