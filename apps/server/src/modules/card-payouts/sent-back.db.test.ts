import { afterEach, expect, test } from 'vitest';
import { testCard } from '../acquirer-payins/fixtures/open-card-world.ts';
import { openLossWorld } from '../losses/fixtures/open-loss-world.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import type { SignedInClient } from '../orders/fixtures/open-order-world.ts';
import { compareCards } from '../reconciliation/compare-cards.ts';
import { reconcile } from '../reconciliation/reconcile.ts';
import { sellToCard } from './fixtures/sell-to-card.ts';
import { findCardPayout } from './store.ts';

const { world, both, buy, report, spend } = await openLossWorld();
const { context, sandbox } = world;
const { clientWithCoins, sell } = sellToCard(world);
afterEach(() => expectSound(world));

const rowOf = async (niceId: string) => {
  const orders = context.db.selectFrom('orders').select('orderId').where('niceId', '=', niceId);
  return findCardPayout(context.db, (await orders.executeTakeFirstOrThrow()).orderId);
};
const sendBack = async (niceId: string) => {
  const [payout] = await sandbox.cardPayouts(niceId);
  await sandbox.returnCardPayout(payout?.id ?? '');
  return BigInt((payout?.amount ?? '').replace('.', ''));
};
const look = () => reconcile(context, { pauseMs: 0 });
const reasons = async (niceId: string, { access }: SignedInClient) =>
  (await world.read(niceId, access)).history.map(({ reason }) => reason).filter(Boolean);
const openAlarms = async (subject: string) => {
  const open = context.db.selectFrom('alarms').select(['kind', 'details']).where('clearedAt', 'is', null);
  return open.where('subject', '=', subject).orderBy('kind').execute();
};
const alarm = { kind: 'payout_returned', details: { outcome: 'returned' } };

test('a pay-out to a card that comes back after the end is on the client’s balance, once, with an alarm', async () => {
  const client = await clientWithCoins();
  const niceId = await sell(client, await sandbox.cardToken(testCard.good));
  await world.work();
  expect((await world.read(niceId)).status).toBe('finished');
  const cents = await sendBack(niceId);
  expect(await compareCards(context)).toHaveLength(1);
  for (let turn = 0; turn < 2; turn += 1) expect(await look()).toEqual([]);
  expect(await both(client, 'EUR')).toEqual([cents, 0n]);
  expect(await rowOf(niceId)).toMatchObject({ status: 'returned', failureReason: 'card_closed' });
  expect((await world.read(niceId)).status).toBe('finished');
  expect(await reasons(niceId, client)).toContain('payout_returned');
  expect(await openAlarms(niceId)).toEqual([alarm]);
});

test('one that comes back before it was known to be paid ends its order as refunded', async () => {
  const client = await clientWithCoins();
  const niceId = await sell(client, await sandbox.cardToken(testCard.later));
  await world.work();
  await expect.poll(async () => (await sandbox.cardPayouts(niceId))[0]?.status, { timeout: 10_000 }).toBe('paid');
  const cents = await sendBack(niceId);
  await world.work({ isEarly: true });
  expect(await world.read(niceId, client.access)).toMatchObject({ status: 'refunded', refund_method: 'balance' });
  expect(await both(client, 'EUR')).toEqual([cents, 0n]);
  expect(await openAlarms(niceId)).toEqual([alarm]);
  expect(await look()).toEqual([]);
});

test('one that the acquirer names as failed after it had paid it has come back', async () => {
  const { vault } = context.providers.acquirers.find('card_one');
  if (vault === undefined) throw new Error('It pays to no cards.');
  const client = await clientWithCoins();
  const niceId = await sell(client, await sandbox.cardToken(testCard.good));
  await world.work();
  const cents = await sendBack(niceId);
  const usual = vault.findPayouts.bind(vault);
  vault.findPayouts = async (reference) =>
    (await usual(reference)).map((payout) => ({ ...payout, status: payout.status === 'returned' ? 'failed' : 'paid' }));
  expect(await look()).toEqual([]);
  vault.findPayouts = usual;
  expect(await both(client, 'EUR')).toEqual([cents, 0n]);
  expect((await rowOf(niceId))?.status).toBe('returned');
});

test('what comes back after its payment was lost is held for the loss, and free once that is won', async () => {
  const client = await world.signInClient();
  const { payment, amount } = await buy(client);
  const token = await sandbox.cardToken(testCard.good);
  const niceId = await spend(client, amount, { payout_currency: 'EUR', payout_group: 'card', dst_address: '', token });
  await world.work();
  await report(payment, 'chargeback');
  const cents = await sendBack(niceId);
  await look();
  expect(await both(client, 'EUR')).toEqual([0n, cents]);
  expect((await openAlarms(niceId)).map(({ kind }) => kind)).toEqual(['chargeback', 'payout_returned']);
  await report(payment, 'won');
  expect(await both(client, 'EUR')).toEqual([cents, 0n]);
});
