import { describe, expect, test } from 'vitest';
import { type MoneyDecision, type MoneyOrder, decideMoney } from './decide-money.ts';

const inTime = true;
const late = false;
const fixed: MoneyOrder = {
  status: 'payin_pending',
  payinCurrency: 'EUR',
  payinAmount: 50_000n,
  receivedAmount: 0n,
  isFloatingRate: false,
  decisionKind: '',
};
const floating = { ...fixed, isFloatingRate: true };
const asked = { ...fixed, status: 'pending', receivedAmount: 30_000n, decisionKind: 'late' } as const;
const part = { ...fixed, receivedAmount: 20_000n, decisionKind: 'partial' } as const;

const give = { kind: 'give_back' } as const;
const ask = (about: 'partial' | 'late') => ({ kind: 'ask', about }) as const;
const exchange = (amount: bigint, surplus = 0n) => ({ kind: 'exchange', amount, surplus }) as const;

type Row = [name: string, order: MoneyOrder, amount: bigint, isInTime: boolean, MoneyDecision];
const table: Row[] = [
  ['exact in time', fixed, 50_000n, inTime, exchange(50_000n)],
  ['exact too late', fixed, 50_000n, late, ask('late')],
  ['exact too late for a floating rate', floating, 50_000n, late, exchange(50_000n)],
  ['a unit short', fixed, 49_999n, inTime, ask('partial')],
  ['a unit over', fixed, 50_001n, inTime, exchange(50_001n)],
  ['a part too late', fixed, 20_000n, late, ask('late')],
  ['a part too late for a floating rate', floating, 20_000n, late, ask('partial')],
  ['the rest of a part in time', part, 30_000n, inTime, exchange(50_000n)],
  ['the rest of a part too late', part, 30_000n, late, ask('late')],
  ['the rest of a part and more', part, 30_500n, inTime, exchange(50_500n)],
  ['another part', part, 10_000n, inTime, ask('partial')],
  ['more while the owner is asked about late money', asked, 20_000n, inTime, ask('late')],
  ['another currency', fixed, 50_000n, inTime, give],
  ...(['processing', 'finished', 'expired', 'canceled', 'refunded', 'error'] as const).map((status): Row => [
    `an order that is ${status}`,
    { ...fixed, status },
    50_000n,
    inTime,
    give,
  ]),
  ...(['pending', 'identity_pending', 'card_pending'] as const).map((status): Row => [
    `an order that waits as ${status}`,
    { ...fixed, status },
    50_000n,
    inTime,
    exchange(50_000n),
  ]),
];

describe('what becomes of money', () => {
  test.each(table)('%s', (name, order, amount, isInTime, decision) => {
    const currency = name === 'another currency' ? 'USD' : 'EUR';
    expect(decideMoney(order, { amount, currency }, { isInTime, isAllowed: true })).toEqual(decision);
  });

  test('money above the limits is refunded, and the requested amount is exchanged', () => {
    const money = { amount: 60_000n, currency: 'EUR' };
    expect(decideMoney(fixed, money, { isInTime: true, isAllowed: false })).toEqual(exchange(50_000n, 10_000n));
  });

  test('for every amount the exchanged and the surplus are all that came', () => {
    for (const isAllowed of [true, false])
      for (const amount of [1n, 49_999n, 50_000n, 50_001n, 10n ** 12n])
        for (const order of [fixed, floating, part]) {
          const decision = decideMoney(order, { amount, currency: 'EUR' }, { isInTime: true, isAllowed });
          if (decision.kind === 'exchange')
            expect(decision.amount + decision.surplus).toBe(order.receivedAmount + amount);
        }
  });
});
