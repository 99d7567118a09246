import { expect, test } from 'vitest';
import { uncountOutflow } from '../payout-holds/count-outflow.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { listBlockedPayouts, retryPayout } from '../operating/blocked-payouts.ts';
import { openCardWorld, testCard } from '../acquirer-payins/fixtures/open-card-world.ts';
import { applyCardPayout } from './apply-card-payout.ts';
import { sendCardPayout } from './send-card-payout.ts';
import { sellToCard } from './fixtures/sell-to-card.ts';

const world = await openCardWorld();
const { clientWithCoins, sell } = sellToCard(world);

test('a card that its bank refuses is an alarm; nothing has left and the order keeps the money', async () => {
  const client = await clientWithCoins();
  const niceId = await sell(client, await world.sandbox.cardToken(testCard.restricted));
  await world.work();
  expect(await world.sandbox.cardPayouts(niceId)).toMatchObject([{ status: 'failed' }]);
  expect((await world.read(niceId)).status).toBe('processing');
  const alarms = await world.context.db.selectFrom('alarms').select('kind').where('clearedAt', 'is', null).execute();
  expect(alarms).toEqual([{ kind: 'payout_failed' }]);
  expect(await world.compare()).toEqual([]);
});

test('one that failed and is tried again counts once in the day, and while it has failed not at all', async () => {
  const { context } = world;
  const { db } = context;
  const payoutOf = async (niceId: string) =>
    db
      .selectFrom('cardPayouts')
      .innerJoin('orders', 'orders.orderId', 'cardPayouts.orderId')
      .select(['acquirer', 'cardId', 'countedCents', 'cardPayouts.status'])
      .where('niceId', '=', niceId)
      .executeTakeFirstOrThrow();
  const client = await clientWithCoins();
  const niceId = await sell(client, await world.sandbox.cardToken(testCard.good));
  const { acquirer, cardId } = await payoutOf(niceId);
  const used = async () => {
    const rows = await db.selectFrom('walletOutflows').select('used').where('chain', '=', acquirer).execute();
    return rows.reduce((sum, row) => sum + row.used, 0n);
  };
  const before = await used();
  const { vault } = context.providers.acquirers.find(acquirer);
  if (vault === undefined) throw new Error('It pays to no cards.');
  const usual = vault.payOut.bind(vault);
  vault.payOut = () => Promise.reject(new ProviderError('acquirer', 'refused', { code: 'declined' }));
  await world.work();
  vault.payOut = usual;
  expect(await payoutOf(niceId)).toMatchObject({ status: 'failed', countedCents: null });
  expect(await used()).toBe(before);
  // Only a card of the client's list can be tried again.
  await db.updateTable('cards').set({ isListed: true }).where('cardId', '=', cardId).execute();
  await retryPayout(context, { niceId, operator: 'ann' });
  await world.work();
  const { status, countedCents } = await payoutOf(niceId);
  expect(status).toBe('paid');
  expect(countedCents).toBeGreaterThan(0n);
  expect(await used()).toBe(before + (countedCents ?? 0n));
  // Counted before midnight and sent after it: the day that it is taken from may hold less.
  const { payoutId } = await db
    .updateTable('cardPayouts')
    .set({ countedCents: before + 1_000_000n })
    .where('cardId', '=', cardId)
    .returning('payoutId')
    .executeTakeFirstOrThrow();
  await db.transaction().execute((trx) => uncountOutflow(trx, 'card', payoutId));
  expect(await used()).toBe(0n);
});

test('what is sent to cards is capped by the day; above that a pay-out needs a person, and is sent once', async () => {
  const { context } = world;
  const { OUTFLOW_CARD_DAY_EUR } = context.config;
  const client = await clientWithCoins();
  context.config.OUTFLOW_CARD_DAY_EUR = 1;
  const niceId = await sell(client, await world.sandbox.cardToken(testCard.good));
  await world.work();
  await world.work({ isEarly: true });
  expect(await world.sandbox.cardPayouts(niceId)).toEqual([]);
  const blocked = (await listBlockedPayouts(context)).find((one) => one.niceId === niceId);
  expect(blocked).toMatchObject({ method: 'card', status: 'held', reason: 'outflow' });
  await retryPayout(context, { niceId, operator: 'ann' });
  await world.work();
  expect(await world.sandbox.cardPayouts(niceId)).toMatchObject([{ status: 'paid' }]);
  expect((await world.read(niceId)).status).toBe('finished');
  const alarms = await context.db.selectFrom('alarms').select('kind').where('clearedAt', 'is', null).execute();
  expect(alarms).toEqual([{ kind: 'payout_failed' }]);
  context.config.OUTFLOW_CARD_DAY_EUR = OUTFLOW_CARD_DAY_EUR;
});

test.each([
  ['that is open', null, 1],
  ['that was closed since', new Date(), 0],
])('one that was refused and is paid after all lists the card of an account %s', async (_what, deletedAt, listed) => {
  const { context } = world;
  const { db } = context;
  const client = await clientWithCoins();
  const { vault } = context.providers.acquirers.find('card_one');
  if (vault === undefined) throw new Error('It pays to no cards.');
  const usual = vault.payOut.bind(vault);
  vault.payOut = async (input) => ({ ...(await usual(input)), status: 'failed', failureReason: 'declined' });
  const kept = { payin_amount: '0.01', is_remember_card: '1', is_remember_card_agree: '1' };
  const niceId = await sell(client, await world.sandbox.cardToken(testCard.good), kept);
  await world.work();
  vault.payOut = usual;
  const payouts = db.selectFrom('cardPayouts').innerJoin('orders', 'orders.orderId', 'cardPayouts.orderId');
  const own = payouts.select(['cardPayouts.orderId', 'payoutId', 'cardPayouts.status']).where('niceId', '=', niceId);
  const payout = await own.executeTakeFirstOrThrow();
  expect(payout.status).toBe('failed');
  await db.updateTable('clients').set({ deletedAt }).where('clientId', '=', client.clientId).execute();
  // A second worker has an answer that says more.
  const [paid] = await vault.findPayouts(niceId);
  if (paid === undefined) throw new Error('It has paid nothing.');
  await applyCardPayout(context, payout, paid);
  expect((await own.executeTakeFirstOrThrow()).status).toBe('paid');
  const cards = db.selectFrom('cards').select('cardId').where('clientId', '=', client.clientId);
  expect(await cards.where('isListed', '=', true).execute()).toHaveLength(listed);
});

test('one whose answer was lost and which the acquirer does not show yet has not failed where it is refused then', async () => {
  const { context } = world;
  const client = await clientWithCoins();
  const { vault } = context.providers.acquirers.find('card_one');
  if (vault === undefined) throw new Error('It pays to no cards.');
  const [payOut, findPayouts] = [vault.payOut.bind(vault), vault.findPayouts.bind(vault)];
  vault.findPayouts = async () => [];
  vault.payOut = async (input) => {
    await payOut(input);
    throw new ProviderError('acquirer', 'unreachable', { message: 'lost' });
  };
  const niceId = await sell(client, await world.sandbox.cardToken(testCard.good));
  const orders = context.db.selectFrom('orders').select('orderId').where('niceId', '=', niceId);
  const { orderId } = await orders.executeTakeFirstOrThrow();
  await world.work();
  expect(await world.sandbox.cardPayouts(niceId)).toHaveLength(1);
  vault.payOut = () => Promise.reject(new ProviderError('acquirer', 'refused', { code: 'declined' }));
  await sendCardPayout(context, orderId);
  expect((await listBlockedPayouts(context)).filter((one) => one.niceId === niceId)).toEqual([]);
  vault.payOut = payOut;
  vault.findPayouts = findPayouts;
  await sendCardPayout(context, orderId);
  await world.work();
  expect(await world.sandbox.cardPayouts(niceId)).toMatchObject([{ status: 'paid' }]);
  expect((await world.read(niceId)).status).toBe('finished');
});

test('one whose answer was lost and which the acquirer never shows fails in the end', async () => {
  const { context } = world;
  const client = await clientWithCoins();
  const { vault } = context.providers.acquirers.find('card_one');
  if (vault === undefined) throw new Error('It pays to no cards.');
  const payOut = vault.payOut.bind(vault);
  vault.payOut = () => Promise.reject(new ProviderError('acquirer', 'unreachable', { message: 'lost' }));
  const niceId = await sell(client, await world.sandbox.cardToken(testCard.good));
  const orders = context.db.selectFrom('orders').select('orderId').where('niceId', '=', niceId);
  const { orderId } = await orders.executeTakeFirstOrThrow();
  await world.work();
  vault.payOut = () => Promise.reject(new ProviderError('acquirer', 'refused', { code: 'declined' }));
  await sendCardPayout(context, orderId);
  const later = { ...context, clock: { now: () => new Date(Date.now() + 16 * 60_000) } };
  await sendCardPayout(later, orderId);
  vault.payOut = payOut;
  const blocked = (await listBlockedPayouts(context)).find((one) => one.niceId === niceId);
  expect(blocked).toMatchObject({ method: 'card', status: 'failed', reason: 'declined' });
});
