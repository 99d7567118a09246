import { globSync, readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { openNumberedWorld } from '../operating/fixtures/forget-bytes.ts';
import { broadcastPayout } from './broadcast-payout.ts';
import { buildPayouts } from './build-payout.ts';
import { followPayout } from './follow-payout.ts';

const { world, sign, useNumber, follow, payoutOf, countPaid } = await openNumberedWorld();
const { context, sandbox } = world;

/** A worker on a machine whose clock is ahead by an hour. */
const setAhead = () => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
afterEach(() => void vi.useRealTimers());
const wrong = 'The clocks of this server and of the database differ';
const countBytes = async () => (await context.db.selectFrom('accountAttempts').select('txid').execute()).length;

test('law 3, a worker whose clock is off signs no dearer bytes of a pay-out that waits', async () => {
  const { orderId } = await sign('ETH', true);
  const before = await countBytes();
  setAhead();
  await expect(followPayout(context, orderId)).rejects.toThrow(wrong);
  vi.useRealTimers();
  expect(await countBytes()).toBe(before);
  await follow(context, orderId);
});

test('law 3, a worker whose clock is off sends nothing on a chain, which it could not book', async () => {
  const { orderId, address } = await sign('ETH');
  setAhead();
  await expect(broadcastPayout(context, orderId)).rejects.toThrow(wrong);
  vi.useRealTimers();
  await sandbox.mine('ethereum', 1);
  expect(await countPaid(address, 'ETH')).toBe(0);
  await broadcastPayout(context, orderId);
  await follow(context, orderId);
  expect(await countPaid(address, 'ETH')).toBe(1);
});

test('law 3, a worker whose clock is off signs nothing under another number', async () => {
  const { orderId } = await sign('ETH');
  await useNumber(orderId, 'cancel');
  await follow(context, orderId);
  expect(await payoutOf(context, orderId)).toMatchObject({ status: 'planned', sending: 2 });
  setAhead();
  const [end] = await buildPayouts(context, [{ orderId }]);
  expect(end).toMatchObject({ status: 'rejected', reason: { name: 'WrongClock' } });
  vi.useRealTimers();
  expect((await payoutOf(context, orderId)).status).toBe('planned');
  await buildPayouts(context, [{ orderId }]);
  await follow(context, orderId);
});

test('law 3, whatever signs with a key of a chain asks the clock first', () => {
  const modules = new URL('../', import.meta.url).pathname;
  const signing = globSync('**/*.ts', { cwd: modules, exclude: ['**/*.test.ts', '**/fixtures/**'] }).filter((path) =>
    /[wW]allet(?:\(.*?\))?\.sign\(/.test(readFileSync(`${modules}${path}`, 'utf8')),
  );
  expect(signing.toSorted()).toEqual([
    // A person's command, which askSecondPerson lets go on.
    'chain-payouts/account-chain.ts',
    'chain-payouts/utxo/bump-fee.ts',
    // In the transaction that counts against the day's limit.
    'chain-payouts/utxo/utxo-chain.ts',
    'chain-wallets/send-attempt.ts',
    'chain-wallets/sign-movement.ts',
  ]);
  for (const path of [
    'chain-payouts/utxo/bump-fee.ts',
    'chain-wallets/send-attempt.ts',
    'chain-wallets/sign-movement.ts',
  ])
    expect(readFileSync(`${modules}${path}`, 'utf8')).toContain('await requireRightClock(trx);');
});
