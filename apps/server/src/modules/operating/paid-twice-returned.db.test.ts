import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { openLossWorld, toBank } from '../losses/fixtures/open-loss-world.ts';
import type { SignedInClient } from '../orders/fixtures/open-order-world.ts';
import { describePayout } from '../payout-holds/agree-with-provider.ts';
import { beginWork } from '../payout-holds/fixtures/begin-work.ts';
import { openHold } from '../payout-holds/store.ts';
import { compareWithOutside, reconcile } from '../reconciliation/reconcile.ts';
import { creditPayoutToBalance, retryPayout, settleByHand } from './blocked-payouts.ts';
import { makeAtBank } from './fixtures/make-at-bank.ts';

const { world, spend } = await openLossWorld();
const { context, sandbox } = world;
const { bank } = context.providers;
await beginWork(context);
beforeAll(() => sandbox.setBankMode('hold'));
afterAll(() => sandbox.setBankMode('auto'));
const operator = 'grace';

/** A planned pay-out of which the bank has two, as after a restore, before its sender looks. */
async function plan() {
  const client = await world.signInClient();
  await world.giveBalance(client, 500_000n, 'BTC');
  const niceId = await spend(client, 500_000n, toBank);
  const [first, second] = [
    await makeAtBank(context, niceId, `${niceId} 1`),
    await makeAtBank(context, niceId, `${niceId} 2`),
  ];
  return { client, niceId, first, second, decide: { niceId, operator } };
}

/** The sender leaves it to a person. */
async function two() {
  const made = await plan();
  await world.work();
  return made;
}

const sendBack = async ({ id }: { id: string }) => sandbox.endBankPayout(id, 'returned', 0);
const look = async () => {
  await reconcile(context, { pauseMs: 0 });
  expect(await compareWithOutside(context)).toEqual([]);
};
const has = ({ niceId }: SignedInClient) => readBalance(context.db, paths.client(niceId), 'EUR');
const statusOf = async (niceId: string) => (await world.read(niceId)).status;
const listBack = async (subject: string) => {
  const returned = context.db.selectFrom('alarms').select('details').where('kind', '=', 'payout_returned');
  return (await returned.where('subject', '=', subject).execute()).map(({ details }) => details);
};

test('where both came back before a person looks, neither settles the order by hand, and its client has the money', async () => {
  const { client, niceId, first, second, decide } = await two();
  await sendBack(first);
  await sendBack(second);
  for (const { id } of [first, second])
    await expect(settleByHand(context, { ...decide, proof: id })).rejects.toThrow('came back');
  await creditPayoutToBalance(context, decide);
  await look();
  expect([await statusOf(niceId), await has(client)]).toEqual(['refunded', first.amount]);
});

test('where both came back before it is sent, one is booked as sent and back', async () => {
  const { client, niceId, first, second } = await plan();
  await sendBack(first);
  await sendBack(second);
  for (let turn = 0; turn < 2; turn += 1) await world.work({ isEarly: true });
  await look();
  expect([await statusOf(niceId), await has(client)]).toEqual(['refunded', first.amount]);
});

test('where the first came back the second is the order’s, and its client has the money once that comes back too', async () => {
  const { client, niceId, first, second, decide } = await two();
  await sendBack(first);
  await expect(settleByHand(context, { ...decide, proof: first.id })).rejects.toThrow('retry');
  await expect(creditPayoutToBalance(context, decide)).rejects.toThrow('under way or has paid it');
  await retryPayout(context, decide);
  await world.work();
  await look();
  expect(await has(client)).toBe(0n);
  await sendBack(second);
  await world.work({ isEarly: true });
  await look();
  expect([await statusOf(niceId), await has(client)]).toEqual(['refunded', first.amount]);
});

test('of two that a person booked the last that comes back is the client’s, whichever was named', async () => {
  const { client, niceId, first, second, decide } = await two();
  await expect(settleByHand(context, { ...decide, proof: 'paid at another bank' })).rejects.toThrow(second.id);
  await settleByHand(context, { ...decide, proof: first.id });
  const treasury = async () => readBalance(context.db, paths.treasury, 'EUR');
  const before = await treasury();
  await sendBack(first);
  await look();
  expect([await has(client), (await treasury()) - before]).toEqual([0n, first.amount]);
  expect(await listBack(niceId)).toEqual([{ outcome: 'returned', payout: first.id, of: 'house' }]);
  await sendBack(second);
  for (let turn = 0; turn < 2; turn += 1) await look();
  expect([await has(client), (await treasury()) - before]).toEqual([second.amount, first.amount]);
});

test('two that were held before their order had a pay-out are booked', async () => {
  const { niceId, first, second, decide } = await plan();
  for (const made of await bank.findPayouts(niceId)) {
    const hold = {
      chain: bank.name,
      reason: 'unknown_spend',
      subject: made.id,
      details: describePayout(made),
    } as const;
    await openHold(context, context.db, hold);
  }
  await world.work();
  await settleByHand(context, { ...decide, proof: first.id });
  await look();
  await sendBack(second);
  await look();
});
