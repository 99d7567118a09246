import { expect, test } from 'vitest';
import { openCardWorld, testCard } from '../acquirer-payins/fixtures/open-card-world.ts';
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
