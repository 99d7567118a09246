import { beforeAll, expect, test } from 'vitest';
import { openShop } from '../merchants/fixtures/buy-at-shop.ts';
import { openLateCoins } from '../merchants/fixtures/late-coins.ts';
import { adoptOrders } from '../merchants/open-buyer.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openLossWorld, toEther } from './fixtures/open-loss-world.ts';

const { world, both, free, report, buy, spend, withdraw } = await openLossWorld();
const { context } = world;
beforeAll(() => openShop(world));
const { waiting, lose, win } = openLateCoins(world);

test('a claimed payment that is lost took what was its own: of an earlier loss nothing honest is held for it', async () => {
  const client = await world.signInClient();
  await world.giveBalance(client, 500_000n, 'BTC');
  await spend(client, 500_000n, toEther);
  const ether = await free(client, 'ETH');
  const { payment, amount } = await buy(client);
  await withdraw(client, amount);
  const { email, coins } = await waiting();
  await context.db.updateTable('clients').set({ email }).where('clientId', '=', client.clientId).execute();
  await adoptOrders(context, { clientId: client.clientId });
  const claimed = await free(client, 'BTC');
  expect(claimed).toBeGreaterThan(0n);
  await lose(coins);
  expect(await both(client, 'BTC')).toEqual([0n, claimed]);
  await report(payment, 'chargeback');
  expect(await both(client, 'ETH')).toEqual([ether, 0n]);
  await expectSound(world);
  await win(coins);
  await expectSound(world);
});
