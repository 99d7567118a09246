import { describe, expect, test } from 'vitest';
import { decideMoney, type MoneyDecision, type MoneyOrder } from './decide-money.ts';

const price = new Date('2026-05-04T10:15:00Z');
const inTime = new Date('2026-05-04T10:14:59Z');
const late = new Date('2026-05-04T10:15:01Z');
const now = new Date('2026-05-04T18:00:00Z');
const fixed: MoneyOrder = {
  status: 'payin_pending',
  payinCurrency: 'EUR',
  payinAmount: 50_000n,
  receivedAmount: 0n,
  isFloatingRate: false,
  expiresAt: price,
  decisionKind: '',
};
const floating = { ...fixed, isFloatingRate: true };
const asked = { ...fixed, status: 'pending', receivedAmount: 30_000n, decisionKind: 'late' } as const;
const part = { ...fixed, receivedAmount: 20_000n, decisionKind: 'partial' } as const;

const give = { kind: 'give_back' } as const;
const ask = (about: 'partial' | 'late') => ({ kind: 'ask', about }) as const;
const exchange = (amount: bigint, surplus = 0n) => ({ kind: 'exchange', amount, surplus }) as const;

type Row = [name: string, order: MoneyOrder, amount: bigint, arrivedAt: Date | undefined, MoneyDecision];
const table: Row[] = [
  ['exact in time', fixed, 50_000n, inTime, exchange(50_000n)],
  ['exact at the last moment', fixed, 50_000n, price, exchange(50_000n)],
  ['exact from a firm that takes nothing late', fixed, 50_000n, undefined, exchange(50_000n)],
  ['exact and dated ahead of our clock', fixed, 50_000n, new Date('2030-01-01'), exchange(50_000n)],
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
  test.each(table)('%s', (name, order, amount, arrivedAt, decision) => {
    const currency = name === 'another currency' ? 'USD' : 'EUR';
    const money = { amount, currency, ...(arrivedAt !== undefined && { arrivedAt }) };
    expect(decideMoney(order, money, { now, isAllowed: true })).toEqual(decision);
  });

  test('what limits do not allow goes back, and what was asked for is exchanged', () => {
    const money = { amount: 60_000n, currency: 'EUR', arrivedAt: inTime };
    expect(decideMoney(fixed, money, { now, isAllowed: false })).toEqual(exchange(50_000n, 10_000n));
  });

  test('for every amount the exchanged and the surplus are all that came', () => {
    for (const isAllowed of [true, false])
      for (const amount of [1n, 49_999n, 50_000n, 50_001n, 10n ** 12n])
        for (const order of [fixed, floating, part]) {
          const decision = decideMoney(order, { amount, currency: 'EUR', arrivedAt: inTime }, { now, isAllowed });
          if (decision.kind === 'exchange')
            expect(decision.amount + decision.surplus).toBe(order.receivedAmount + amount);
        }
  });
});
