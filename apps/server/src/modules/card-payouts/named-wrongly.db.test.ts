import { expect, test } from 'vitest';
import { openCardWorld, testCard } from '../acquirer-payins/fixtures/open-card-world.ts';
import { sendCardPayout } from './send-card-payout.ts';
import { findCardPayout } from './store.ts';
import { sellToCard } from './fixtures/sell-to-card.ts';

const world = await openCardWorld();
const { context, sandbox } = world;
const { clientWithCoins, sell } = sellToCard(world);

test('a pay-out that the acquirer names as another order’s, and as refused, is asked for again', async () => {
  const { vault } = context.providers.acquirers.find('card_one');
  if (vault === undefined) throw new Error('It pays to no cards.');
  const client = await clientWithCoins();
  const niceId = await sell(client, await sandbox.cardToken(testCard.good));
  const usual = vault.payOut.bind(vault);
  vault.payOut = async (wanted) => ({ ...(await usual(wanted)), reference: 'CW0000000000000000', status: 'failed' });
  await world.work();
  vault.payOut = usual;
  const orders = context.db.selectFrom('orders').select('orderId');
  const { orderId } = await orders.where('niceId', '=', niceId).executeTakeFirstOrThrow();
  expect((await findCardPayout(context.db, orderId))?.status).toBe('sending');
  const open = context.db.selectFrom('alarms').select('kind').where('clearedAt', 'is', null);
  expect(await open.execute()).toEqual([{ kind: 'payout_conflict' }]);
  await sendCardPayout(context, orderId);
  await world.work({ isEarly: true });
  expect((await findCardPayout(context.db, orderId))?.status).toBe('paid');
  expect(await world.compare()).toEqual([]);
});
