import { readFile } from 'node:fs/promises';
import { runSql } from '@causeway/testing/run-sql';
import { expect, test } from 'vitest';
import { openLossWorld, toBank, toEther } from './fixtures/open-loss-world.ts';

const { world, free, buy, spend, report } = await openLossWorld();
const { db } = world.context;

const list = async () => {
  const rows = await db
    .selectFrom('orderLosses')
    .innerJoin('orders', 'orders.orderId', 'orderLosses.orderId')
    .select(['niceId', 'lossKey', 'followedFrom'])
    .orderBy('lossKey')
    .execute();
  return new Map(rows.map(({ niceId, ...row }) => [niceId, row]));
};

test('a loss is recorded with the one that brought its money, and so are those of before', async () => {
  const client = await world.signInClient();
  const bought = await buy(client);
  const exchanged = await spend(client, bought.amount, toEther);
  const sent = await spend(client, await free(client, 'ETH'), { payin_currency: 'ETH', ...toBank });
  await world.work();
  await report(bought.payment, 'chargeback');
  const losses = await list();
  expect(losses.size).toBe(3);
  expect(losses.get(bought.niceId)?.followedFrom).toBeNull();
  expect(losses.get(exchanged)?.followedFrom).toBe(losses.get(bought.niceId)?.lossKey);
  expect(losses.get(sent)?.followedFrom).toBe(losses.get(exchanged)?.lossKey);

  const path = new URL('../../../migrations/0131-losses-followed-from.sql', import.meta.url);
  const update = (await readFile(path, 'utf8'))
    .split('\n')
    .join(' ')
    .match(/update order_losses .*;/)?.[0];
  await runSql(world.ownerUrl, `update order_losses set followed_from = null; ${update}`);
  expect(await list()).toEqual(losses);
});
