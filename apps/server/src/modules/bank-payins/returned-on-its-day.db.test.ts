import { expect, test, vi } from 'vitest';
import { ProviderError } from '../../providers/provider-error.ts';
import { collectTransfers } from './collect-transfers.ts';
import { sendToAccount } from './fixtures/pay-by-transfer.ts';
import { returnUnplaced } from './return-unplaced.ts';
import { findRequisites } from './store.ts';
import { bitcoinDeposits } from '../chain-payins/bitcoin-deposits.ts';
import { scanDeposits } from '../chain-payins/scan-deposits.ts';
import { agreeWithChain } from '../chain-wallets/agree-with-chain.ts';
import { findOrder } from '../order-lifecycle/store.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { beginRecovery } from '../payout-holds/check-epoch.ts';
import { openHold } from '../payout-holds/store.ts';
import { beginWork } from '../payout-holds/fixtures/begin-work.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
await world.fundWallet('5');
await beginWork(context);

/** A transfer that belongs to no order and is due. */
async function sendUnplaced() {
  const client = await world.signInClient();
  const sepa = { payin_group: 'sepa', payin_amount: '500', is_agree_name: '1' };
  const { order: its } = await world.buy(client.access, sepa);
  const { order: other } = await world.buy(client.access, sepa);
  const { orderId = '' } = (await findOrder(context.db, { niceId: other.nice_id })) ?? {};
  const { iban } = (await findRequisites(context.db, orderId)) ?? {};
  const id = await sendToAccount(world, { iban: iban ?? '', reference: its.nice_id, amount: '50.00' });
  await collectTransfers(context);
  await context.db
    .updateTable('bankTransfers')
    .set({ returnAfter: new Date(Date.now() - 1000) })
    .where('outsideId', '=', id)
    .execute();
  return id;
}
const stateOf = async (id: string) => {
  const row = context.db.selectFrom('bankTransfers').select('status').where('outsideId', '=', id);
  const alarms = context.db
    .selectFrom('alarms')
    .select(['kind', 'details'])
    .where('subject', '=', id)
    .where('clearedAt', 'is', null);
  const { status } = await row.executeTakeFirstOrThrow();
  return { status, alarms: await alarms.execute() };
};

test('a transfer of no order goes back on its day', async () => {
  const id = await sendUnplaced();
  await returnUnplaced(context);
  expect(await stateOf(id)).toMatchObject({ status: 'returned', alarms: [] });
});

test('it does not go back before its day by a worker whose clock is ahead', async () => {
  const id = await sendUnplaced();
  const returnAfter = new Date(Date.now() + 24 * 3_600_000);
  await context.db.updateTable('bankTransfers').set({ returnAfter }).where('outsideId', '=', id).execute();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * 3_600_000 });
  const returned = returnUnplaced(context).finally(() => vi.useRealTimers());
  await expect(returned).rejects.toThrow('The clocks of this server and of the database differ');
  const bank = await context.providers.bank.findReturns(id);
  expect(bank).toEqual([]);
  expect(await stateOf(id)).toMatchObject({ status: 'unplaced' });
});

/** The node of a chain is down. */
function withoutNode() {
  const bitcoin = {
    ...context.providers.bitcoin,
    getHeight: () => Promise.reject(new ProviderError('bitcoin', 'unreachable')),
  };
  return { ...context, config: { ...context.config }, providers: { ...context.providers, bitcoin } };
}

test('where nothing was restored it goes back on its day while a node of a chain is down', async () => {
  const id = await sendUnplaced();
  await returnUnplaced(withoutNode());
  expect(await stateOf(id)).toMatchObject({ status: 'returned', alarms: [] });
});

test('where nothing was restored it goes back on its day while blocks are unread, with no alarm that it is held', async () => {
  for (let turn = 0; turn < 3; turn += 1) await sandbox.mine('bitcoin', 90);
  while (!(await agreeWithChain({ ...context, config: { ...context.config } }, 'bitcoin')));
  const id = await sendUnplaced();
  const scans = context.db.updateTable('ownSpendScans').where('chain', '=', 'bitcoin');
  await scans.set((row) => ({ height: row('height', '-', 250) })).execute();
  await returnUnplaced({ ...context, config: { ...context.config } });
  expect(await stateOf(id)).toMatchObject({ status: 'returned', alarms: [] });
});

test('after a time without a worker it waits for a node that is down only where it came before that', async () => {
  const before = (days: number) => new Date(Date.now() - days * 86_400_000);
  const scans = context.db.updateTable('ownSpendScans').where('chain', '=', 'bitcoin');
  await scans.set({ updatedAt: before(3) }).execute();
  const then = { ...context, clock: { now: () => before(2) } };
  await scanDeposits(context, bitcoinDeposits);
  await beginRecovery(then, context.db, { isCertain: false });
  await openHold(then, context.db, { chain: 'bitcoin', reason: 'unseen', subject: 'epoch 7' });
  const later = await sendUnplaced();
  await returnUnplaced(withoutNode());
  expect(await stateOf(later)).toMatchObject({ status: 'returned', alarms: [] });
  const earlier = await sendUnplaced();
  await beginRecovery(context, context.db, { isCertain: false });
  await expect(returnUnplaced(withoutNode())).rejects.toThrow('unreachable');
  expect(await stateOf(earlier)).toMatchObject({ status: 'unplaced' });
});
