import { afterEach, expect, test, vi } from 'vitest';
import { listBlockedPayouts, retryPayout } from '../operating/blocked-payouts.ts';
import { openWithdrawalWorld, toBank } from '../withdrawals/fixtures/open-withdrawal-world.ts';

const world = await openWithdrawalWorld({ connections: 4 });
const { context, approved, clientWith } = world;

/** The program on a machine whose clock is off by so much. */
const setOff = (hours: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 });
afterEach(() => void vi.useRealTimers());
const wrong = 'The clocks of this server and of the database differ';

test('a day of one operator is a day of the database: a program whose clock is off releases nothing', async () => {
  Object.assign(context.config, { OUTFLOW_BANK_DAY_EUR: 1, OPERATOR_ALONE_EUR: 1000 });
  const client = await clientWith(300_000n, 'EUR');
  const orders: string[] = [];
  for (let count = 0; count < 3; count += 1) orders.push(await approved(client, { ...toBank, payin_amount: '700' }));
  await world.work();
  const statuses = async () => (await listBlockedPayouts(context)).map(({ status }) => status);
  expect(await statuses()).toEqual(['held', 'held', 'held']);
  const [first = '', second = '', third = ''] = orders;
  expect(await retryPayout(context, { niceId: first, operator: 'mallory' })).toBeUndefined();
  expect(await retryPayout(context, { niceId: second, operator: 'mallory' })).toContain('Asked for, and not done');
  for (const hours of [25, -25]) {
    setOff(hours);
    await expect(retryPayout(context, { niceId: second, operator: 'mallory' })).rejects.toThrow(wrong);
    await expect(retryPayout(context, { niceId: third, operator: 'heidi' })).rejects.toThrow(wrong);
    vi.useRealTimers();
  }
  expect(await statuses()).toEqual(['held', 'held']);
});
