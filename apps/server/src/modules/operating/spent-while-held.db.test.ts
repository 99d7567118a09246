import { beforeAll, expect, test } from 'vitest';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { approveByCode } from '../card-payouts/fixtures/sell-to-card.ts';
import { openSession } from '../auth/open-session.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { copyDatabase } from '../orders/fixtures/restore-copy.ts';
import { beginWork } from '../payout-holds/fixtures/begin-work.ts';
import { compareWithOutside } from '../reconciliation/reconcile.ts';
import { listHolds, openHold, releaseHolds } from '../payout-holds/store.ts';
import { bookForgotten } from './forgotten/book-forgotten.ts';
import { serveCopy } from './fixtures/serve-copy.ts';
import { releasePayouts } from './release-payouts.ts';

const first = await openOrderWorld();
const { context, sandbox } = first;
const operator = 'grace';
beforeAll(async () => {
  await first.fundWallet('5', 'ETH');
  await beginWork(context);
});
const sale = { payin_currency: 'BTC', payin_group: 'balance', payin_amount: '0.005', dst_address: '' };

test('what a restore gave back to a balance is not spent before a person has said whose the pay-out was', async () => {
  const client = await first.signInClient();
  await first.giveBalance(client, 500_000n, 'BTC');
  const start = await copyDatabase(first);
  const token = await sandbox.cardToken('4242424242424242');
  const sold = await first.buy(client.access, { ...sale, payout_currency: 'EUR', payout_group: 'card', token });
  await approveByCode(first, client, sold.body);
  await first.work();
  const [paid] = await sandbox.cardPayouts(sold.body.nice_id);
  const restored = await start();
  const later = await serveCopy(first, restored);
  await beginWork(later.context);
  const { db } = later.context;
  const { access } = await db.transaction().execute((trx) => openSession(later.context, trx, client.clientId, {}));
  const dst_address = await sandbox.outsideAddress('ethereum');
  const swap = { ...sale, dst_address, payout_currency: 'ETH', payout_group: 'ethereum' };
  const { errors } = (await later.buy(access, swap)).body;
  expect(errors.map(({ code }) => code)).toEqual(['TRY_LATER']);
  const acquirer = 'card_one';
  await bookForgotten(later.context, operator, [acquirer, paid?.id ?? '', client.niceId, '0.005', 'BTC']);
  await releasePayouts(later.context, { chain: acquirer, operator, own: '0' });
  expect(await readBalance(db, paths.client(client.niceId), 'BTC')).toBe(0n);
  expect(await compareWithOutside(later.context)).toEqual([]);
  // Nothing is held any more: who has a balance spends it.
  await later.giveBalance(client, 500_000n, 'BTC');
  expect((await later.buy(access, swap)).body.success).toBe(1);
});

test('an order of the balance that waits for its code is not approved while something is held', async () => {
  const client = await first.signInClient();
  await first.giveBalance(client, 1_000_000n, 'BTC');
  const dst_address = await sandbox.outsideAddress('ethereum');
  const swapped = await first.buy(client.access, {
    ...sale,
    dst_address,
    payout_currency: 'ETH',
    payout_group: 'ethereum',
  });
  const chain = 'bitcoin';
  await openHold(context, context.db, { chain, reason: 'unknown_spend', subject: 'of a person' });
  await expect(approveByCode(first, client, swapped.body)).rejects.toThrow('TRY_LATER');
  const holdIds = (await listHolds(context.db, chain)).map(({ holdId }) => holdId);
  await context.db.transaction().execute((trx) => releaseHolds(context, trx, { chain, holdIds, by: operator }));
  await approveByCode(first, client, swapped.body);
});

test('nothing of a balance is spent while no worker looks at the database, which may be a copy of files', async () => {
  const client = await first.signInClient();
  await first.giveBalance(client, 1_000_000n, 'BTC');
  const dst_address = await sandbox.outsideAddress('ethereum');
  const swap = { ...sale, dst_address, payout_currency: 'ETH', payout_group: 'ethereum' };
  const swapped = await first.buy(client.access, swap);
  const seenAt = new Date(context.clock.now().getTime() - 4 * 60_000);
  await context.db.updateTable('databaseEpoch').set({ seenAt }).execute();
  const { errors } = (await first.buy(client.access, swap)).body;
  expect(errors.map(({ code }) => code)).toEqual(['TRY_LATER']);
  await expect(approveByCode(first, client, swapped.body)).rejects.toThrow('TRY_LATER');
  // A worker is there again, and all is compared.
  await beginWork(context);
  for (const { chain, holdId } of await listHolds(context.db)) {
    const one = { chain, holdIds: [holdId], by: operator };
    await context.db.transaction().execute((trx) => releaseHolds(context, trx, one));
  }
  await approveByCode(first, client, swapped.body);
});
