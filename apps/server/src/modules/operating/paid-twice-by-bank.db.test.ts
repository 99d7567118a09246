import { formatUnits } from '@causeway/domain/currencies/format-units';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { openLossWorld, toBank } from '../losses/fixtures/open-loss-world.ts';
import { beginWork } from '../payout-holds/fixtures/begin-work.ts';
import { compareWithOutside, reconcile } from '../reconciliation/reconcile.ts';
import { retryPayout, settleByHand } from './blocked-payouts.ts';
import { makeAtBank } from './fixtures/make-at-bank.ts';

const { world, spend } = await openLossWorld();
const { context, sandbox } = world;
await beginWork(context);
beforeAll(() => sandbox.setBankMode('hold'));
afterAll(() => sandbox.setBankMode('auto'));
const operator = 'grace';

const makeTwo = async (niceId: string) => [
  (await makeAtBank(context, niceId, `${niceId} 1`)).id,
  (await makeAtBank(context, niceId, `${niceId} 2`)).id,
];

async function makeAtCard(reference: string): Promise<string[]> {
  const { vault } = context.providers.acquirers.find('card_one');
  const payouts = context.db.selectFrom('cardPayouts').innerJoin('orders', 'orders.orderId', 'cardPayouts.orderId');
  const planned = payouts.select('amount').where('niceId', '=', reference);
  const { amount } = await planned.executeTakeFirstOrThrow();
  const made = { reference, amount: formatUnits(amount, 'EUR'), currency: 'EUR', isCardKept: true };
  const ids: string[] = [];
  for (const key of ['1', '2']) {
    const cardToken = await sandbox.cardToken('4242424242424242');
    ids.push((await vault?.payOut({ ...made, cardToken, key: `${reference} ${key}` }))?.id ?? '');
  }
  return ids;
}

test('of two pay-outs of the bank for one order each is named, one is its own, and the other is the house’s', async () => {
  const client = await world.signInClient();
  await world.giveBalance(client, 500_000n, 'BTC');
  const { OUTFLOW_BANK_DAY_EUR } = context.config;
  context.config.OUTFLOW_BANK_DAY_EUR = 1;
  const niceId = await spend(client, 500_000n, toBank);
  await world.work();
  context.config.OUTFLOW_BANK_DAY_EUR = OUTFLOW_BANK_DAY_EUR;
  const [first, second] = [await makeAtBank(context, niceId, 'first'), await makeAtBank(context, niceId, 'second')];
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
});

test.each(['sepa', 'card'] as const)(
  'a planned pay-out of which the %s has several waits for a person, who books all',
  async (group) => {
    const client = await world.signInClient();
    await world.giveBalance(client, 500_000n, 'BTC');
    const token = group === 'card' ? await sandbox.cardToken('4242424242424242') : '';
    const toCard = { payout_currency: 'EUR', payout_group: 'card', dst_address: '', token };
    const niceId = await spend(client, 500_000n, group === 'card' ? toCard : toBank);
    const ids = group === 'card' ? await makeAtCard(niceId) : await makeTwo(niceId);
    await world.work();
    const failed = context.db
      .selectFrom('alarms')
      .innerJoin('orders', (join) => join.on(sql<boolean>`subject = order_id::text`).on('niceId', '=', niceId));
    expect(await failed.select('details').where('kind', '=', 'payout_failed').execute()).toEqual([
      { details: { reason: 'several' } },
    ]);
    await settleByHand(context, { niceId, operator, proof: ids[0] ?? '' });
    expect(await compareWithOutside(context)).toEqual([]);
  },
);
