import { expect, test } from 'vitest';
import { sayGivenBack } from '../acquirer-payins/fixtures/say-given-back.ts';
import { openLossWorld, toEther } from './fixtures/open-loss-world.ts';

const { world, both, free, buy, spend, withdraw } = await openLossWorld();
const { context } = world;

/** Two payments of 250 EUR: the bitcoin of the first, and half of that of the second, become ether. */
async function openLife() {
  const client = await world.signInClient();
  const first = await buy(client);
  await spend(client, first.amount, toEther);
  const ether = await free(client, 'ETH');
  const second = await buy(client);
  await withdraw(client, second.amount / 2n);
  await spend(client, await free(client, 'BTC'), toEther);
  return { client, first, second, ether };
}

test('the same losses in another turn hold the same worth', async () => {
  const one = await openLife();
  const other = await openLife();
  for (const [payment, lost] of [
    [one.second.payment, '250.00'],
    [one.first.payment, '50.00'],
    [one.second.payment, '100.00'],
    [other.first.payment, '50.00'],
    [other.second.payment, '100.00'],
  ] as const)
    await sayGivenBack(context, payment, lost);
  const worthOf = async ({ client }: typeof one) => {
    const [, bitcoin = 0n] = await both(client, 'BTC');
    const [, ether = 0n] = await both(client, 'ETH');
    return bitcoin + (ether * one.first.amount) / one.ether;
  };
  const held = await worthOf(one);
  const heldOther = await worthOf(other);
  expect(held).toBeGreaterThan(0n);
  expect(held).toBeGreaterThan((heldOther * 99n) / 100n);
  expect(heldOther).toBeGreaterThan((held * 99n) / 100n);
}, 90_000);
