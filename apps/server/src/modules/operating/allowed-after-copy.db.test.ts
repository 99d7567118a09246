import { expect, test } from 'vitest';
import type { AppContext } from '../../context.ts';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { sellToCard } from '../card-payouts/fixtures/sell-to-card.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { copyDatabase } from '../orders/fixtures/restore-copy.ts';
import { beginWork } from '../payout-holds/fixtures/begin-work.ts';
import { compareWithOutside } from '../reconciliation/reconcile.ts';
import { creditPayoutToBalance, listBlockedPayouts, retryPayout } from './blocked-payouts.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
const { OUTFLOW_CARD_DAY_EUR } = context.config;
await beginWork(context);
const operator = 'grace';

/** A payout to a card that the copy holds for a person, and that was allowed and paid after it. */
async function forgetAllowed() {
  const seller = sellToCard(world);
  const niceId = await seller.sell(await seller.clientWithCoins(), await sandbox.cardToken('4242424242424242'));
  context.config.OUTFLOW_CARD_DAY_EUR = 1;
  await world.work();
  context.config.OUTFLOW_CARD_DAY_EUR = OUTFLOW_CARD_DAY_EUR;
  const start = await copyDatabase(world);
  await retryPayout(context, { niceId, operator });
  await world.work();
  await world.until(niceId, 'finished');
  const { context: later, work } = await start();
  await beginWork(later);
  expect((await listBlockedPayouts(later)).map(({ status, reason }) => [status, reason])).toEqual([
    ['held', 'outflow'],
  ]);
  const live = async () => {
    for (let turn = 0; turn < 3; turn += 1) await work({ isEarly: true });
  };
  return { niceId, later, live };
}

const atAcquirer = (own: AppContext) => readBalance(own.db, paths.worldCard('card_one'), 'EUR');
const statusIn = async (own: AppContext, niceId: string) => {
  const orders = own.db.selectFrom('orders').select('status').where('niceId', '=', niceId);
  return (await orders.executeTakeFirstOrThrow()).status;
};

test('a payout to a card that was allowed and paid after the copy is booked once when it is allowed again', async () => {
  const { niceId, later, live } = await forgetAllowed();
  await live();
  await expect(creditPayoutToBalance(later, { niceId, operator })).rejects.toThrow('has paid it');
  await retryPayout(later, { niceId, operator });
  await live();
  expect(await statusIn(later, niceId)).toBe('finished');
  expect(await sandbox.cardPayouts(niceId)).toHaveLength(1);
  expect(await atAcquirer(later)).toBe(await atAcquirer(context));
  expect(await compareWithOutside(later)).toEqual([]);
  await expect(retryPayout(later, { niceId, operator })).rejects.toThrow('is blocked');
}, 60_000);

test('it is not allowed where the acquirer has paid another amount, which a person settles', async () => {
  const { niceId, later } = await forgetAllowed();
  const [{ amount } = { amount: 0n }] = await listBlockedPayouts(later);
  await later.db
    .updateTable('cardPayouts')
    .set({ amount: amount - 1n })
    .where('status', '=', 'held')
    .execute();
  const [paid] = await sandbox.cardPayouts(niceId);
  await expect(retryPayout(later, { niceId, operator })).rejects.toThrow(`The acquirer has ${paid?.amount} EUR for`);
  expect(await statusIn(later, niceId)).toBe('processing');
}, 60_000);
