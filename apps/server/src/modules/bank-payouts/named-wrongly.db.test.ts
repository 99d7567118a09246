import { expect, test } from 'vitest';
import { openLossWorld, toBank } from '../losses/fixtures/open-loss-world.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';

const { world, both, buy, spend } = await openLossWorld();
const { context, sandbox } = world;

test.each([
  ['amount', { amount: '1.00' }],
  ['currency', { currency: 'USD' }],
] as const)('a pay-out that the bank names with another %s comes back once it is named right', async (_what, wrong) => {
  const client = await world.signInClient();
  const { amount } = await buy(client);
  await sandbox.setBankMode('hold');
  const niceId = await spend(client, amount, toBank);
  await world.work();
  const [sent] = await sandbox.bankPayouts(niceId);
  const { bank } = context.providers;
  const usual = bank.getPayout.bind(bank);
  await sandbox.endBankPayout(sent?.id ?? '', 'returned', 0);
  bank.getPayout = async (id) => ({ ...(await usual(id)), ...wrong });
  await world.work({ isEarly: true });
  bank.getPayout = usual;
  expect((await world.read(niceId)).status).toBe('processing');
  expect(await both(client, 'EUR')).toEqual([0n, 0n]);
  const open = context.db.selectFrom('alarms').select('kind').where('clearedAt', 'is', null);
  expect(await open.execute()).toContainEqual({ kind: 'payout_conflict' });
  await world.work({ isEarly: true });
  expect((await world.read(niceId)).status).toBe('refunded');
  const [free = 0n] = await both(client, 'EUR');
  expect(free).toBeGreaterThan(0n);
  await sandbox.setBankMode('auto');
  await expectSound(world);
});
