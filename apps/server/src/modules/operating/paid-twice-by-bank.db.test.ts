import { formatUnits } from '@causeway/domain/currencies/format-units';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { openLossWorld, toBank } from '../losses/fixtures/open-loss-world.ts';
import { beginWork } from '../payout-holds/fixtures/begin-work.ts';
import { compareWithOutside, reconcile } from '../reconciliation/reconcile.ts';
import { retryPayout, settleByHand } from './blocked-payouts.ts';

const { world, spend } = await openLossWorld();
const { context, sandbox } = world;
const { bank } = context.providers;
await beginWork(context);
beforeAll(() => sandbox.setBankMode('hold'));
afterAll(() => sandbox.setBankMode('auto'));
const operator = 'grace';

/** What the bank has made for an order and no book has, as after a restore. */
async function makeAtBank(reference: string, key: string) {
  const payouts = context.db.selectFrom('bankPayouts').innerJoin('orders', 'orders.orderId', 'bankPayouts.orderId');
  const held = payouts.select(['amount', 'iban', 'beneficiary']).where('niceId', '=', reference);
  const { amount, iban, beneficiary: beneficiaryName } = await held.executeTakeFirstOrThrow();
  const made = { key, reference, iban, beneficiaryName, amount: formatUnits(amount, 'EUR'), currency: 'EUR' };
  return { amount, id: (await bank.createPayout({ ...made, description: '' })).id };
}

test('of two pay-outs of the bank for one order each is named, one is its own, and the other is the house’s', async () => {
  const client = await world.signInClient();
  await world.giveBalance(client, 500_000n, 'BTC');
  const { OUTFLOW_BANK_DAY_EUR } = context.config;
  context.config.OUTFLOW_BANK_DAY_EUR = 1;
  const niceId = await spend(client, 500_000n, toBank);
  await world.work();
  context.config.OUTFLOW_BANK_DAY_EUR = OUTFLOW_BANK_DAY_EUR;
  const [first, second] = [await makeAtBank(niceId, 'first'), await makeAtBank(niceId, 'second')];
  for (const named of [first.id, second.id, `by-hand ${niceId} with one of them`])
    await expect(retryPayout(context, { niceId, operator })).rejects.toThrow(named);
  const before = await readBalance(context.db, paths.treasury, 'EUR');
  await settleByHand(context, { niceId, operator, proof: first.id });
  const borne = async () => before - (await readBalance(context.db, paths.treasury, 'EUR'));
  expect([await borne(), await compareWithOutside(context)]).toEqual([first.amount, []]);
  const conflicts = context.db
    .selectFrom('alarms')
    .select(['subject', 'details'])
    .where('kind', '=', 'payout_conflict');
  expect(await conflicts.execute()).toEqual([{ subject: second.id, details: { order: niceId, paidBy: first.id } }]);
  await sandbox.endBankPayout(second.id, 'returned', 0);
  await reconcile(context, { pauseMs: 0 });
  expect(await borne()).toBe(0n);
  await sandbox.endBankPayout(first.id, 'returned', 0);
  await reconcile(context, { pauseMs: 0 });
  expect(await readBalance(context.db, paths.client(client.niceId), 'EUR')).toBe(first.amount);
  expect(await compareWithOutside(context)).toEqual([]);
}, 60_000);
