import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { testCard } from '../acquirer-payins/fixtures/open-card-world.ts';
import { attachReferrer } from '../referrals/attach-referrer.ts';
import { openReferralCode } from '../referrals/referral-code.ts';
import { lockRewards, releaseReward } from '../referral-rewards/reward-row.ts';
import { payRewards } from '../referral-rewards/pay-rewards.ts';
import { collectTransfers } from '../bank-payins/collect-transfers.ts';
import { payByTransfer, returnAtBank } from '../bank-payins/fixtures/pay-by-transfer.ts';
import { openArchive } from '../books/fixtures/archive-now.ts';
import { findBooksFaults } from '../books/check-books.ts';
import { openSession } from '../auth/open-session.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { followBankPayout } from '../bank-payouts/follow-bank-payout.ts';
import { deliverWebhook } from '../partner-webhooks/deliver-webhook.ts';
import { savePartner } from '../partners/save-partner.ts';
import { reconcile } from '../reconciliation/reconcile.ts';
import { watchReturns } from '../bank-payins/watch-returns.ts';
import { openLossWorld, toBank, toEther } from './fixtures/open-loss-world.ts';

const { world, both, report, buy, spend, sendBack } = await openLossWorld();
const { context, sandbox } = world;
const { db } = context;
const archiveNow = await openArchive(world);
const { vault } = context.providers.acquirers.find('card_one');
if (vault === undefined) throw new Error('It pays to no cards.');
const usual = vault.findPayouts.bind(vault);
const says = new Map<string, 'paid' | 'returned'>();
vault.findPayouts = async (reference) =>
  (await usual(reference)).map((payout) => ({ ...payout, status: says.get(reference) ?? payout.status }));

beforeAll(async () => {
  const { clientId } = await world.signInClient();
  const look = { allowedOrigins: [], isFloatingRate: true, theme: 'auto' as const, themeSettings: {} };
  await savePartner(context, { ...look, partnerKey: 'pk_hook', name: 'Hook', isMerchant: false, clientId });
});

const whileArchived = async (work: () => Promise<void>) => {
  await archiveNow(async () => {
    await work();
    expect(await findBooksFaults(db)).toEqual([]);
    if (says.size === 0) expect(await reconcile(context, { pauseMs: 0 })).toEqual([]);
    const failed = await db.selectFrom('alarms').selectAll().where('kind', 'in', ['item_failed', 'job_dead']).execute();
    expect(failed).toEqual([]);
  });
  if (says.size === 0) await expectSound(world);
};

const orderOf = (niceId: string) =>
  db.selectFrom('orders').select('orderId').where('niceId', '=', niceId).executeTakeFirstOrThrow();

test('law 9, a partner hears of a loss of an archived order', async () => {
  await db.updateTable('partners').set({ webhookUrl: 'http://127.0.0.1:9/hook' }).execute();
  const client = await world.signInClient();
  const { payment, niceId } = await buy(client, { partner_key: 'pk_hook' });
  await whileArchived(async () => {
    await report(payment, 'chargeback');
    const waiting = await db
      .selectFrom('partnerDeliveries')
      .innerJoin('orders', 'orders.orderId', 'partnerDeliveries.orderId')
      .select(['deliveryId', 'version'])
      .where('niceId', '=', niceId)
      .where('body', '=', '')
      .orderBy('version', 'desc')
      .execute();
    expect(waiting.length).toBeGreaterThan(0);
    await deliverWebhook(context, waiting[0]?.deliveryId ?? '');
    const { body } = await db
      .selectFrom('partnerDeliveries')
      .select('body')
      .where('deliveryId', '=', waiting[0]?.deliveryId ?? '')
      .executeTakeFirstOrThrow();
    expect(body).toContain('payment_charged_back');
  });
  await db.updateTable('partners').set({ webhookUrl: '' }).execute();
});

test('a payout by bank of an archived month comes back, and its payment is lost before or after that', async () => {
  for (const isBefore of [true, false]) {
    const client = await world.signInClient();
    const { payment, amount } = await buy(client);
    const niceId = await spend(client, amount, toBank);
    await world.work({ isEarly: true });
    const [made] = await sandbox.bankPayouts(niceId);
    await sandbox.endBankPayout(made?.id ?? '', 'settled', 0);
    await world.work({ isEarly: true });
    const [was = 0n] = await both(client, 'EUR');
    await whileArchived(async () => {
      if (isBefore) await report(payment, 'chargeback');
      await sendBack(niceId);
      const { orderId } = await orderOf(niceId);
      await followBankPayout(context, orderId);
      if (!isBefore) await report(payment, 'chargeback');
      const [free = 0n, held = 0n] = await both(client, 'EUR');
      expect([free, held > 0n]).toEqual([was, true]);
      await report(payment, 'won');
      expect(await both(client, 'EUR')).toEqual([was + held, 0n]);
    });
  }
}, 180_000);

test('a payout by bank that came back in an archived month is held', async () => {
  const client = await world.signInClient();
  const { payment, amount } = await buy(client);
  const niceId = await spend(client, amount, toBank);
  await world.work({ isEarly: true });
  await sendBack(niceId);
  const [free = 0n] = await both(client, 'EUR');
  expect(free).toBeGreaterThan(0n);
  await whileArchived(async () => {
    await report(payment, 'chargeback');
    expect(await both(client, 'EUR')).toEqual([0n, free]);
    await report(payment, 'won');
  });
});

test('a transfer of an archived month is recalled', async () => {
  const client = await world.signInClient();
  const bought = { payin_group: 'sepa', payin_amount: '250', payout_group: 'balance', dst_address: '' };
  const { order } = await world.buy(client.access, bought);
  await world.work();
  const id = await payByTransfer(world, order.nice_id, '250.00');
  await collectTransfers(context);
  await world.work({ isEarly: true });
  const [free = 0n] = await both(client, 'BTC');
  expect(free).toBeGreaterThan(0n);
  await spend(client, free, toEther);
  const [ether = 0n] = await both(client, 'ETH');
  await whileArchived(async () => {
    await returnAtBank(world, id, '250.00');
    await watchReturns(context);
    expect(await both(client, 'ETH')).toEqual([0n, ether]);
  });
});

test('a reward that was paid in an archived month is taken back', async () => {
  const [earner, client] = [await world.signInClient(), await world.signInClient()];
  await db.transaction().execute((trx) => openSession(context, trx, earner.clientId, { deviceId: randomUUID() }));
  const code = await openReferralCode(context, earner.clientId);
  await attachReferrer(context, db, { clientId: client.clientId, code, deviceId: randomUUID() });
  for (const one of [earner, client])
    await db.insertInto('personMarks').values({ clientId: one.clientId, kind: 'person', mark: randomUUID() }).execute();
  const { payment, niceId } = await buy(client, { payin_amount: '5000' });
  const { orderId } = await orderOf(niceId);
  await db.transaction().execute(async (trx) => {
    for (const one of await lockRewards(trx, orderId)) await releaseReward({ ...context, db: trx }, trx, one);
  });
  await payRewards(context);
  const [paid = 0n] = await both(earner, 'EUR');
  expect(paid).toBeGreaterThan(0n);
  await whileArchived(async () => {
    await report(payment, 'chargeback');
    expect(await both(earner, 'EUR')).toEqual([0n, paid]);
    expect(await readBalance(db, paths.referral(earner.niceId), 'EUR')).toBe(-paid);
  });
});

test('an archived order is read, with its receipt and in its lists', async () => {
  const client = await world.signInClient();
  const { niceId, payment } = await buy(client);
  const before = await world.read(niceId, client.access);
  await whileArchived(async () => {
    const after = await world.read(niceId, client.access);
    expect({ ...after, now: 0, history: [] }).toEqual({ ...before, now: 0, history: [] });
    await report(payment, 'chargeback');
    await world.read(niceId, client.access);
    await world.read(niceId);
  });
});

test('law 9, what came back from a card in an archived month is held when its payment is lost', async () => {
  const client = await world.signInClient();
  const { payment, amount } = await buy(client);
  const token = await sandbox.cardToken(testCard.good);
  const sold = { payout_currency: 'EUR', payout_group: 'card', dst_address: '', token };
  const niceId = await spend(client, amount, sold);
  await world.work();
  says.set(niceId, 'returned');
  for (let turn = 0; turn < 2; turn += 1) expect(await reconcile(context, { pauseMs: 0 })).toEqual([]);
  const [free = 0n] = await both(client, 'EUR');
  expect(free).toBeGreaterThan(0n);
  await whileArchived(async () => {
    await report(payment, 'chargeback');
    expect(await both(client, 'EUR')).toEqual([0n, free]);
    await report(payment, 'won');
    expect(await both(client, 'EUR')).toEqual([free, 0n]);
  });
});
