import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { AppContext } from '../../../context.ts';
import { readBalance } from '../../../ledger/balances.ts';
import { paths } from '../../../ledger/paths.ts';
import { scanWallet } from '../../chain-payouts/scan-wallet.ts';
import { watchWallets } from '../../chain-wallets/agree-with-chain.ts';
import { openOrderWorld, type SignedInClient } from '../../orders/fixtures/open-order-world.ts';
import { copyDatabase } from '../../orders/fixtures/restore-copy.ts';
import { listHolds } from '../../payout-holds/store.ts';
import { releasePayouts } from '../release-payouts.ts';
import { bookForgotten } from './book-forgotten.ts';
import { settleForgottenPayment } from './settle-payment.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
await world.fundWallet('5');
const look = async (own: AppContext) => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'causeway-'));
  await watchWallets({ ...own, config: { ...own.config, DATA_DIR } });
};
await look(context);
const operator = 'grace';

/** A purchase by card, finished after the copy, whose coins are released as the house's in the restored books. */
async function forget(client: SignedInClient) {
  const start = await copyDatabase(world);
  const { order } = await world.buy(client.access);
  const id = await world.paymentOf(order.nice_id);
  await sandbox.settlePayment(id, 'approved');
  for (let turn = 0; turn < 3; turn += 1) {
    await world.work({ isEarly: true });
    await sandbox.mine('bitcoin', 3);
    await scanWallet(context);
  }
  await world.until(order.nice_id, 'finished');
  const { context: later } = await start();
  await look(later);
  const hold = (await listHolds(later.db, 'bitcoin')).find(({ reason }) => reason === 'unknown_spend');
  await releasePayouts(later, { chain: 'bitcoin', operator, own: '1' });
  const settle = async (...given: readonly string[]) =>
    settleForgottenPayment(later, operator, ['card_one', id, ...given]);
  return { later, id, txid: hold?.subject ?? '', sent: order.payout_amount, reference: order.nice_id, settle };
}

describe("a card payment whose coins were released as the house's", () => {
  test('is not given away before a client is named for them', async () => {
    const [ann, bob] = [await world.signInClient(), await world.signInClient()];
    await world.giveBalance(bob, 29_000n, 'EUR');
    const { later, txid, sent, reference, settle } = await forget(ann);
    for (const to of [ann.niceId, 'back'])
      for (const warned of [txid, `${sent} BTC to`, 'bitcoin', 'found 20', 'book-forgotten', '--although'])
        await expect(settle(to)).rejects.toThrow(warned);
    await expect(settle(ann.niceId, 'another')).rejects.toThrow(txid);
    const held = async ({ niceId }: SignedInClient) => readBalance(later.db, paths.client(niceId), 'EUR');
    expect(await held(ann)).toBe(0n);
    expect((await sandbox.acquirerPayments(reference))[0]).toMatchObject({ status: 'approved' });

    // Found before the payment was made, it was not sent for it.
    const hold = later.db.updateTable('payoutHolds').where('subject', '=', txid);
    await hold.set({ openedAt: new Date(Date.now() - 2 * 86_400_000) }).execute();
    await expect(settle('CLNOBODY')).rejects.toThrow('There is no client');
    await hold.set({ openedAt: new Date() }).execute();

    // Bob spent a balance for it, as is found out after the release.
    const name = (of: SignedInClient, amount: string) =>
      bookForgotten(later, operator, ['bitcoin', txid, of.niceId, amount, 'EUR']);
    await name(bob, '290.00');
    await expect(name(ann, '0.01')).rejects.toThrow(`No ${txid} is held`);
    await settle(ann.niceId);
    expect([await held(ann), await held(bob)]).toEqual([25_000n, 0n]);
  });

  test("is the house's without a question, or a client's where a person says that they were sent for something else", async () => {
    const ann = await world.signInClient();
    const { later, id, txid, settle } = await forget(ann);
    await settle(ann.niceId, txid);
    expect(await readBalance(later.db, paths.client(ann.niceId), 'EUR')).toBe(25_000n);
    const actions = later.db.selectFrom('operatorActions').select('details').where('subject', '=', id);
    expect((await actions.executeTakeFirstOrThrow()).details).toMatchObject({ to: ann.niceId, although: txid });

    const { later: another, settle: decide } = await forget(await world.signInClient());
    const before = await readBalance(another.db, paths.treasury, 'EUR');
    await decide('house');
    expect((await readBalance(another.db, paths.treasury, 'EUR')) - before).toBe(25_000n);
  });
});
