import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmCardPayment } from '../acquirer-payins/results/apply-card-payment.ts';
import { openLossWorld, toBank } from '../losses/fixtures/open-loss-world.ts';
import { copyDatabase } from '../orders/fixtures/restore-copy.ts';
import { beginWork } from '../payout-holds/fixtures/begin-work.ts';
import { compareWithOutside } from '../reconciliation/reconcile.ts';
import { creditPayoutToBalance, listBlockedPayouts, retryPayout } from './blocked-payouts.ts';

const { world, buy, spend } = await openLossWorld();
const { context, sandbox } = world;
await world.fundWallet('5');
await beginWork(context);
beforeAll(() => sandbox.setBankMode('hold'));
afterAll(() => sandbox.setBankMode('auto'));
const operator = 'grace';

test('a payout that the bank made after the copy is booked by retry, also where its payment was taken back', async () => {
  const client = await world.signInClient();
  const { payment, amount } = await buy(client);
  const { OUTFLOW_BANK_DAY_EUR } = context.config;
  context.config.OUTFLOW_BANK_DAY_EUR = 1;
  const niceId = await spend(client, amount, toBank);
  await world.work();
  context.config.OUTFLOW_BANK_DAY_EUR = OUTFLOW_BANK_DAY_EUR;
  const start = await copyDatabase(world);
  await retryPayout(context, { niceId, operator });
  await world.work();
  const [payout] = await sandbox.bankPayouts(niceId);
  await sandbox.endBankPayout(payout?.id ?? '', 'settled', 0);
  await world.work({ isEarly: true });
  expect((await world.read(niceId)).status).toBe('finished');
  await sandbox.settlePayment(payment, 'chargeback', 0);

  const { context: later, work } = await start();
  await beginWork(later);
  await confirmCardPayment(later, { acquirer: 'card_one', acquirerPaymentId: payment });
  expect((await listBlockedPayouts(later)).map(({ status }) => status)).toEqual(['held']);
  await expect(creditPayoutToBalance(later, { niceId, operator })).rejects.toThrow('has paid it');
  await retryPayout(later, { niceId, operator });
  for (let turn = 0; turn < 3; turn += 1) await work({ isEarly: true });
  const { status } = await later.db
    .selectFrom('orders')
    .select('status')
    .where('niceId', '=', niceId)
    .executeTakeFirstOrThrow();
  expect([status, (await sandbox.bankPayouts(niceId)).length]).toEqual(['finished', 1]);
  expect(await compareWithOutside(later)).toEqual([]);
});
