import { expect, test } from 'vitest';
import { sendBankPayout } from '../bank-payouts/send-bank-payout.ts';
import { copyDatabase } from '../orders/fixtures/restore-copy.ts';
import { openWithdrawalWorld, toBank } from '../withdrawals/fixtures/open-withdrawal-world.ts';
import { releasePayouts } from '../operating/release-payouts.ts';
import { agreeWithProvider } from './agree-with-provider.ts';
import { beginWork } from './fixtures/begin-work.ts';

const world = await openWithdrawalWorld({ connections: 6 });
const { context, approved, clientWith, sandbox } = world;
await beginWork(context);
const idOf = async (niceId: string) =>
  (await context.db.selectFrom('orders').select('orderId').where('niceId', '=', niceId).executeTakeFirstOrThrow())
    .orderId;

test('law 6, what left the bank after the copy counts against the limit of its day after a restore', async () => {
  Object.assign(context.config, { OUTFLOW_BANK_DAY_EUR: 1000 });
  const client = await clientWith(300_000n, 'EUR');
  const restore = await copyDatabase(world);
  const first = await approved(client, { ...toBank, payin_amount: '700' });
  await sendBankPayout(context, await idOf(first));
  expect(await sandbox.bankPayouts(first)).toHaveLength(1);
  const { context: later } = await restore();
  Object.assign(later.config, { OUTFLOW_BANK_DAY_EUR: 1000 });
  await beginWork(later);
  const { name } = later.providers.bank;
  await agreeWithProvider(later, name);
  await releasePayouts(later, { chain: name, operator: 'grace', own: '1' });
  // Not the day: each counts on its own, and midnight may lie between.
  const used = (db: typeof context.db) => db.selectFrom('walletOutflows').select(['chain', 'used']).execute();
  expect(await used(later.db)).toEqual(await used(context.db));
  expect(await used(later.db)).toHaveLength(1);
});
