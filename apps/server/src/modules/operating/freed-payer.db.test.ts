import { beforeAll, expect, test } from 'vitest';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { openShop } from '../merchants/fixtures/buy-at-shop.ts';
import { openLateCoins } from '../merchants/fixtures/late-coins.ts';
import { freeHeldMoney } from './kept-money.ts';

const world = await openOrderWorld();
const { context } = world;

beforeAll(async () => void (await openShop(world)), 60_000);

const { waiting, lose, claim, both } = openLateCoins(world);

test('what a person frees of a payer whose address an account has confirmed is that account’s', async () => {
  const { email, coins, payer } = await waiting();
  await lose(coins);
  const [, held = 0n] = await both(payer);
  expect(held).toBeGreaterThan(0n);
  const client = await claim(email);
  await world.work();
  await freeHeldMoney(context, { client: payer.niceId, currency: 'BTC', why: 'held', operator: 'grace' });
  await world.work();
  expect([await both(payer), await both(client)]).toEqual([
    [0n, 0n],
    [held, 0n],
  ]);
  await expectSound(world);
});
