import { expect, test, vi } from 'vitest';
import type { AppContext } from '../../context.ts';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { sellToCard } from '../card-payouts/fixtures/sell-to-card.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { copyDatabase } from '../orders/fixtures/restore-copy.ts';
import { beginWork } from '../payout-holds/fixtures/begin-work.ts';
import { compareWithOutside } from '../reconciliation/reconcile.ts';
import { creditPayoutToBalance, listBlockedPayouts, retryPayout } from './blocked-payouts.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
await beginWork(context);
const operator = 'grace';

/** A copy of now, in which a payout is not known that a person has let go since. */
async function forgetRetried(niceId: string) {
  const start = await copyDatabase(world);
  await retryPayout(context, { niceId, operator });
  await world.work();
  await world.until(niceId, 'finished');
  const { context: later, work } = await start();
  await beginWork(later);
  const live = async () => {
    for (let turn = 0; turn < 3; turn += 1) await work({ isEarly: true });
  };
  return { later, live };
}

/** A payout to a card that the copy holds for a person, and that was allowed and paid after it. */
async function forgetAllowed() {
  const niceId = await sellToCard(world).sellHeld();
  const { later, live } = await forgetRetried(niceId);
  expect((await listBlockedPayouts(later)).map(({ status, reason }) => [status, reason])).toEqual([
    ['held', 'outflow'],
  ]);
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
});

test('one of which the acquirer has paid another amount is booked as it was paid, with an alarm', async () => {
  const { niceId, later, live } = await forgetAllowed();
  const [blocked] = await listBlockedPayouts(later);
  const { vault } = later.providers.acquirers.find('card_one');
  const made = (await vault?.findPayouts(niceId)) ?? [];
  const answer = (other: { amount?: string; currency?: string }) =>
    vault && vi.spyOn(vault, 'findPayouts').mockResolvedValue(made.map((one) => ({ ...one, ...other })));
  answer({ currency: 'USD' });
  await expect(retryPayout(later, { niceId, operator })).rejects.toThrow(/acquirer has [\d.]+ USD \(po_\w+, \w+\) for/);
  const spied = answer({ amount: '100.00' });
  const before = await atAcquirer(later);
  await retryPayout(later, { niceId, operator });
  await live();
  spied?.mockRestore();
  expect(await statusIn(later, niceId)).toBe('finished');
  expect([(await sandbox.cardPayouts(niceId)).length, (await atAcquirer(later)) - before]).toEqual([1, 10_000n]);
  const alarms = later.db
    .selectFrom('alarms')
    .select('kind')
    .where('subject', '=', blocked?.orderId ?? '');
  expect(await alarms.where('clearedAt', 'is', null).execute()).toEqual([{ kind: 'payout_conflict' }]);
});

test('one that was refused in the copy, and sent again and paid after it, is booked and not sent', async () => {
  const seller = sellToCard(world);
  const niceId = await seller.sell(await seller.clientWithCoins(), await sandbox.cardToken('4242424242424242'));
  const { vault } = context.providers.acquirers.find('card_one');
  const refused = new ProviderError('acquirer', 'refused', { code: 'declined' });
  const refuse = vault && vi.spyOn(vault, 'payOut').mockRejectedValue(refused);
  await world.work();
  refuse?.mockRestore();
  await context.db.updateTable('cards').set({ isListed: true }).execute();
  const { later, live } = await forgetRetried(niceId);
  expect((await listBlockedPayouts(later)).map(({ status }) => status)).toEqual(['failed']);
  await retryPayout(later, { niceId, operator });
  await live();
  expect(await statusIn(later, niceId)).toBe('finished');
  expect([(await sandbox.cardPayouts(niceId)).length, await compareWithOutside(later)]).toEqual([1, []]);
});
