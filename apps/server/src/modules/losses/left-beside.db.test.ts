import { beforeAll, expect, test } from 'vitest';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openLossWorld, toEther } from './fixtures/open-loss-world.ts';
import { openCoins } from './fixtures/sell-coins.ts';

const { world, both, free, report, buy, spend, withdraw } = await openLossWorld();
const { sandbox } = world;
const { sell, mine, drop } = openCoins(world);
beforeAll(() => world.fundWallet('1', 'BTC'));

test('a surplus that has left takes what was its own: of an earlier loss nothing honest is held for it', async () => {
  const client = await world.signInClient();
  await world.giveBalance(client, 500_000n, 'BTC');
  await spend(client, 500_000n, toEther);
  const ether = await free(client, 'ETH');
  const { payment, amount } = await buy(client);
  await withdraw(client, amount);
  const { address } = await sell(client, 'EUR');
  const surplus = await sandbox.send('bitcoin', { address, amount: '0.005' });
  await mine();
  expect(await both(client, 'BTC')).toEqual([500_000n, 0n]);
  await withdraw(client, 500_000n);
  await drop(surplus);
  expect(await both(client, 'ETH')).toEqual([ether, 0n]);
  await report(payment, 'chargeback');
  expect(await both(client, 'ETH')).toEqual([ether, 0n]);
  await expectSound(world);
});
