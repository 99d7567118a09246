import { expect, test } from 'vitest';
import { sayGivenBack } from '../acquirer-payins/fixtures/say-given-back.ts';
import { openCoins } from './fixtures/sell-coins.ts';
import { openLossWorld } from './fixtures/open-loss-world.ts';

const { world, both, free, report, buy, withdraw } = await openLossWorld();
const { context, sandbox } = world;
const coins = openCoins(world);

test('a part that is won holds none of what came after the loss, where all had left', async () => {
  const client = await world.signInClient();
  const first = await buy(client);
  await withdraw(client, first.amount);
  await report(first.payment, 'chargeback');
  const second = await buy(client);
  expect(await both(client, 'BTC')).toEqual([second.amount, 0n]);
  await sayGivenBack(context, first.payment, '150.00');
  expect(await both(client, 'BTC')).toEqual([second.amount, 0n]);
});

test('a part that is won holds none of what came after the loss, where half had left', async () => {
  const client = await world.signInClient();
  const first = await buy(client);
  await withdraw(client, first.amount / 2n);
  const left = await free(client, 'BTC');
  await report(first.payment, 'chargeback');
  expect(await both(client, 'BTC')).toEqual([0n, left]);
  const second = await buy(client);
  await sayGivenBack(context, first.payment, '200.00');
  const [now = 0n, held = 0n] = await both(client, 'BTC');
  expect(now).toBeGreaterThanOrEqual(second.amount);
  expect(held).toBeLessThanOrEqual(left);
  expect(now + held).toBe(second.amount + left);
});

test('a part that is paid again holds none of what came after the loss', async () => {
  const client = await world.signInClient();
  const { address, txid } = await coins.sell(client, 'EUR');
  const bought = await free(client, 'EUR');
  expect(bought).toBeGreaterThan(0n);
  await withdraw(client, bought, { payin_currency: 'EUR' });
  await coins.drop(txid);
  expect(await both(client, 'EUR')).toEqual([0n, 0n]);
  await world.giveBalance(client, bought, 'EUR');
  await sandbox.send('bitcoin', { address, amount: '0.002' });
  await coins.mine();
  expect(await both(client, 'EUR')).toEqual([bought, 0n]);
});
