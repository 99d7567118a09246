import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { AppContext } from '../../../context.ts';
import { readBalance } from '../../../ledger/balances.ts';
import { postEntry } from '../../../ledger/entry.ts';
import { paths } from '../../../ledger/paths.ts';
import { confirmCardPayment } from '../../acquirer-payins/results/apply-card-payment.ts';
import { approveByCode } from '../../card-payouts/fixtures/sell-to-card.ts';
import { collectTransfers } from '../../bank-payins/collect-transfers.ts';
import { payByTransfer, returnAtBank } from '../../bank-payins/fixtures/pay-by-transfer.ts';
import { watchReturns } from '../../bank-payins/watch-returns.ts';
import { returnUnplaced } from '../../bank-payins/return-unplaced.ts';
import { scanWallet } from '../../chain-payouts/scan-wallet.ts';
import { watchWallets } from '../../chain-wallets/agree-with-chain.ts';
import { watchEpoch } from '../../payout-holds/check-epoch.ts';
import { openOrderWorld, type SignedInClient } from '../../orders/fixtures/open-order-world.ts';
import { copyDatabase, type RestoredServer } from '../../orders/fixtures/restore-copy.ts';
import { listHolds, openHold } from '../../payout-holds/store.ts';
import { compareWithOutside } from '../../reconciliation/reconcile.ts';
import { releasePayouts } from '../release-payouts.ts';
import { listUnplacedTransfers, placeTransfer, sendTransferBack } from '../unplaced-transfers.ts';
import { bookForgotten } from './book-forgotten.ts';
import { settleForgottenPayment } from './settle-payment.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
await world.fundWallet('5');
const look = async (own: AppContext) => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'causeway-'));
  await watchEpoch({ ...own, config: { ...own.config, DATA_DIR } });
  await watchWallets(own);
};
await look(context);
const operator = 'grace';

/** The order is paid out and finished, and the copy of before is put back. */
async function loseOrder({ nice_id: niceId }: { nice_id: string }, start: () => Promise<RestoredServer>) {
  for (let turn = 0; turn < 3; turn += 1) {
    await world.work({ isEarly: true });
    await sandbox.mine('bitcoin', 3);
    await scanWallet(context);
  }
  await world.until(niceId, 'finished');
  const { context: later } = await start();
  await look(later);
  const hold = (await listHolds(later.db, 'bitcoin')).find(({ reason }) => reason === 'unknown_spend');
  return { later, txid: hold?.subject ?? '' };
}

/** A purchase by card, finished after the copy, whose coins are released as the house's in the restored books. */
async function forget(client: SignedInClient) {
  const start = await copyDatabase(world);
  const { order } = await world.buy(client.access);
  const id = await world.paymentOf(order.nice_id);
  await sandbox.settlePayment(id, 'approved');
  const { later, txid } = await loseOrder(order, start);
  // The price may have moved while it was paid.
  const { payout_amount: sent } = await world.read(order.nice_id, client.access);
  await releasePayouts(later, { chain: 'bitcoin', operator, own: '1' });
  const settle = async (...given: readonly string[]) =>
    settleForgottenPayment(later, operator, ['card_one', id, ...given]);
  return { later, id, txid, sent, reference: order.nice_id, settle };
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

    // Two people decide at once, each another way: the second one reads what the first has decided.
    const bob = await world.signInClient();
    const { later: another, txid: sent, settle: decide } = await forget(bob);
    const kept = async () => [
      await readBalance(another.db, paths.treasury, 'EUR'),
      await readBalance(another.db, paths.client(bob.niceId), 'EUR'),
    ];
    const [treasury = 0n, own = 0n] = await kept();
    const both = await Promise.allSettled([decide('house'), decide(bob.niceId, sent)]);
    const refused = both.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
    expect(refused).toEqual([expect.stringContaining('was decided already')]);
    const taken = both[0].status === 'fulfilled' ? [25_000n, 0n] : [0n, 25_000n];
    expect(await kept()).toEqual([treasury + (taken[0] ?? 0n), own + (taken[1] ?? 0n)]);
  });
});

/** The same by bank transfer, before anything is released. */
test('what a client has exchanged of a card payment that a person gave to it is held once it is lost', async () => {
  const client = await world.signInClient();
  const payment = {
    key: 'unknown',
    reference: 'CWUNKNOWN',
    amount: '100.00',
    currency: 'EUR',
    description: '',
  } as const;
  const page = { returnUrl: 'http://localhost/', flow: 'page', isCardKept: false } as const;
  const expiresAt = new Date(Date.now() + 600_000);
  const { id } = await context.providers.acquirers.find('card_one').createPayment({ ...payment, ...page, expiresAt });
  await sandbox.settlePayment(id, 'approved', 0);
  const settle = (to: string) => settleForgottenPayment(context, operator, ['card_one', id, to]);
  await settle(client.niceId);
  const fromBalance = { payin_group: 'balance', payin_amount: '60', payout_group: 'balance', dst_address: '' };
  await approveByCode(world, client, (await world.buy(client.access, fromBalance)).body);
  const free = async (currency: string) => readBalance(context.db, paths.client(client.niceId), currency);
  const bought = await free('BTC');
  expect([bought > 0n, await free('EUR')]).toEqual([true, 4_000n]);
  await sandbox.settlePayment(id, 'chargeback', 0);
  await expect(settle('won')).rejects.toThrow('Nothing');
  // Two people at once, and the acquirer's own news: it is lost once.
  const hear = () => confirmCardPayment(context, { acquirer: 'card_one', acquirerPaymentId: id });
  const both = await Promise.all([settle('lost'), settle('lost'), hear()]);
  for (const text of both.slice(0, 2)) expect(text).toContain('100.00 EUR');
  expect([await free('EUR'), await free('BTC')]).toEqual([0n, 0n]);
  expect(await readBalance(context.db, paths.held(client.niceId), 'BTC')).toBe(bought);
  await sandbox.settlePayment(id, 'won', 0);
  await settle('won');
  expect([await free('EUR'), await free('BTC')]).toEqual([4_000n, bought]);
});

async function forgetTransfer() {
  const client = await world.signInClient();
  const start = await copyDatabase(world);
  const sepa = { payin_group: 'sepa', payin_amount: '500', is_agree_name: '1' };
  const { order } = await world.buy(client.access, sepa);
  const id = await payByTransfer(world, order.nice_id, '500');
  await collectTransfers(context);
  const { later, txid } = await loseOrder(order, start);
  await collectTransfers(later);
  const sweep = async (days: number) => {
    const seenAt = new Date(Date.now() + days * 86_400_000);
    // Workers have looked all the time.
    await later.db.updateTable('databaseEpoch').set({ seenAt }).execute();
    await returnUnplaced({ ...later, clock: { now: () => seenAt } });
  };
  const returned = async () =>
    (await sandbox.bankTransfers(order.nice_id)).map(({ returned_amount: amount }) => amount);
  const settle = async (...given: readonly string[]) =>
    settleForgottenPayment(later, operator, ['bank_one', id, ...given]);
  const held = async () =>
    (await listUnplacedTransfers(later, { operator })).map(({ outsideId, isHeld }) => [outsideId, isHeld]);
  return { later, id, txid, sweep, returned, settle, held };
}

describe("a bank transfer whose coins were released as the house's", () => {
  test('does not go back by itself, neither while pay-outs are held nor a week later', async () => {
    const { later, id, txid, sweep, settle, returned, held } = await forgetTransfer();
    const ann = await world.signInClient();
    await sweep(8);
    expect(await returned()).toEqual(['0.00']);
    await expect(settle(ann.niceId)).rejects.toThrow('release-chain first');
    await releasePayouts(later, { chain: 'bitcoin', operator, own: '1' });
    // The alarm of its depositor moves to another of the depositor's transfers, and ends with that one.
    const ended = { clearedAt: new Date() };
    await later.db.updateTable('alarms').set(ended).where('kind', '=', 'transfer_unplaced').execute();
    for (const days of [9, 30]) await sweep(days);
    expect(await returned()).toEqual(['0.00']);
    expect(await held()).toEqual([[id, true]]);
    const open = later.db.selectFrom('alarms').select(['kind', 'details']).where('clearedAt', 'is', null);
    expect(await open.where('subject', '=', id).execute()).toEqual([
      { kind: 'transfer_unplaced', details: { transferId: expect.any(String), reason: 'held' } },
    ]);
    await expect(sendTransferBack(later, { outsideId: id, operator })).rejects.toThrow(txid);
    const place = { outsideId: id, niceId: 'CWNONE', operator };
    await expect(placeTransfer(later, place)).rejects.toThrow(txid);
    await expect(placeTransfer(later, { ...place, although: [txid] })).rejects.toThrow('There is no order');
    for (const to of [ann.niceId, 'back']) await expect(settle(to)).rejects.toThrow('--although');
    await expect(settle('back', 'another')).rejects.toThrow(txid);
    const inCurrency = (currency: string) =>
      later.db.updateTable('bankTransfers').set({ currency }).where('outsideId', '=', id).execute();
    await inCurrency('CHF');
    await expect(settle(ann.niceId, txid)).rejects.toThrow('No balance is kept in CHF');
    await inCurrency('EUR');
    for (const to of ['lost', 'won']) await expect(settle(to)).rejects.toThrow('books itself');

    const before = await readBalance(later.db, paths.treasury, 'EUR');
    expect(await settle('house')).toBe(`500.00 EUR of ${id}: house.`);
    expect((await readBalance(later.db, paths.treasury, 'EUR')) - before).toBe(50_000n);
    expect(await readBalance(later.db, paths.unplaced('bank_one'), 'EUR')).toBe(0n);
    const alarms = later.db.selectFrom('alarms').select('kind').where('subject', '=', id);
    expect(await alarms.where('clearedAt', 'is', null).execute()).toEqual([]);
    await sweep(60);
    expect([await returned(), await held()]).toEqual([['0.00'], []]);
    for (const to of ['house', 'back', ann.niceId]) await expect(settle(to)).rejects.toThrow('is settled already');
    expect(await compareWithOutside(later)).toEqual([]);

    // A return of ours whose answer was lost, carried out now.
    const row = later.db.selectFrom('bankTransfers').select('transferId').where('outsideId', '=', id);
    const { transferId: key } = await row.executeTakeFirstOrThrow();
    await later.providers.bank.returnTransfer({ key, id, reference: key, amount: '500.00', currency: 'EUR' });
    await watchReturns(later);
    expect(await compareWithOutside(later)).toEqual([]);
  });

  test('goes back where a person says that they were sent for something else, and where a client is named for them', async () => {
    const first = await forgetTransfer();
    await releasePayouts(first.later, { chain: 'bitcoin', operator, own: '1' });
    await first.settle('back', first.txid);
    // What is found meanwhile holds it once more.
    await openHold(first.later, first.later.db, { chain: 'bitcoin', reason: 'restored', subject: 'again' });
    await first.sweep(1);
    expect(await first.returned()).toEqual(['0.00']);
    await releasePayouts(first.later, { chain: 'bitcoin', operator, own: '0' });
    await first.sweep(2);
    expect(await first.returned()).toEqual(['500.00']);
    await expect(first.settle('house')).rejects.toThrow('is returned already');

    const bob = await world.signInClient();
    await world.giveBalance(bob, 29_000n, 'EUR');
    const { later, txid, sweep, returned } = await forgetTransfer();
    await releasePayouts(later, { chain: 'bitcoin', operator, own: '1' });
    await bookForgotten(later, operator, ['bitcoin', txid, bob.niceId, '290.00', 'EUR']);
    await sweep(8);
    expect(await returned()).toEqual(['500.00']);
  });

  test('that went back in the forgotten life is booked as such, whatever may have been paid out for it', async () => {
    const { later, id, settle, sweep, returned, held } = await forgetTransfer();
    await releasePayouts(later, { chain: 'bitcoin', operator, own: '1' });
    const row = later.db.selectFrom('bankTransfers').select('transferId').where('outsideId', '=', id);
    const { transferId: reference } = await row.executeTakeFirstOrThrow();
    const returning = { key: reference, id, reference, amount: '500.00', currency: 'EUR' };
    await later.providers.bank.returnTransfer(returning);
    await expect(settle('house')).rejects.toThrow('look again in two minutes');
    await watchReturns(later);
    await sweep(0);
    expect([await returned(), await held()]).toEqual([['500.00'], []]);
    await expect(settle('house')).rejects.toThrow('is returned already');
    expect(await compareWithOutside(later)).toEqual([]);
  });

  test("is a client's, and what the bank takes back of it later is taken from that balance as far as it goes", async () => {
    const ann = await world.signInClient();
    const { later, id, txid, settle } = await forgetTransfer();
    await releasePayouts(later, { chain: 'bitcoin', operator, own: '1' });
    const dueAt = (returnAfter: Date) =>
      later.db.updateTable('bankTransfers').set({ returnAfter }).where('outsideId', '=', id).execute();
    await dueAt(new Date());
    await expect(settle('house')).rejects.toThrow('on its way back');
    await dueAt(new Date(Date.now() + 86_400_000));
    // What the bank has returned by itself, and no job has seen, is not given once more.
    await returnAtBank({ context: later }, id, '20.00');
    await settle(ann.niceId, txid);
    const held = () => readBalance(later.db, paths.client(ann.niceId), 'EUR');
    expect(await held()).toBe(48_000n);
    const spent = { from: paths.client(ann.niceId), to: paths.treasury, amount: 40_000n, currency: 'EUR' };
    const entry = { kind: 'test_spent', reference: ann.niceId, idempotencyKey: 'test_spent', postings: [spent] };
    await later.db.transaction().execute((trx) => postEntry(trx, later, entry));
    // What went back in the tests before is of orders that these books have.
    await watchReturns(later);
    const borne = await readBalance(later.db, paths.chargebackLoss, 'EUR');
    await returnAtBank({ context: later }, id, '300.00');
    for (const turn of ['finds it', 'finds nothing more']) {
      await watchReturns(later);
      expect([turn, await held()]).toEqual([turn, 0n]);
      expect((await readBalance(later.db, paths.chargebackLoss, 'EUR')) - borne).toBe(-22_000n);
    }
    const alarms = later.db.selectFrom('alarms').select('details').where('kind', '=', 'chargeback');
    expect(await alarms.where('subject', '=', id).execute()).toEqual([
      { details: { status: 'returned', isSpent: true, amount: '30000', transfer: id } },
    ]);
    expect(await compareWithOutside(later)).toEqual([]);
  });
});
