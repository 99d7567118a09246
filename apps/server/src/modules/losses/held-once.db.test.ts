import { expect, test } from 'vitest';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openLossWorld, toBank, toEther } from './fixtures/open-loss-world.ts';

const { world, both, free, report, buy, spend } = await openLossWorld();

const toEuro = { payin_currency: 'ETH', payout_currency: 'EUR', payout_group: 'balance', dst_address: '' };

test('what a loss has followed on and holds there is not held of what another one frees', async () => {
  const client = await world.signInClient();
  const first = await buy(client);
  await spend(client, first.amount, toEther);
  const ether = await free(client, 'ETH');
  const second = await buy(client);
  await spend(client, second.amount, toEther);
  await spend(client, (await free(client, 'ETH')) - ether, toEuro);
  const euro = await free(client, 'EUR');
  // It holds the ether, and the second one what was sold of it.
  await report(first.payment, 'chargeback');
  await report(second.payment, 'chargeback');
  expect([await both(client, 'ETH'), await both(client, 'EUR')]).toEqual([
    [0n, ether],
    [0n, euro],
  ]);
  await report(first.payment, 'won');
  expect([await both(client, 'ETH'), await both(client, 'EUR')]).toEqual([
    [ether, 0n],
    [0n, euro],
  ]);
  await report(second.payment, 'won');
  expect([await both(client, 'ETH'), await both(client, 'EUR')]).toEqual([
    [ether, 0n],
    [euro, 0n],
  ]);
  await expectSound(world);
});

test('what has left by two orders is held once of what another one frees', async () => {
  const client = await world.signInClient();
  const first = await buy(client, { payin_amount: '500' });
  await spend(client, first.amount / 2n, toEther);
  const ether = await free(client, 'ETH');
  const second = await buy(client);
  await spend(client, second.amount, toEther);
  await spend(client, (await free(client, 'ETH')) - ether, { payin_currency: 'ETH', ...toBank });
  await world.work();
  const before = [await both(client, 'BTC'), await both(client, 'ETH')];
  await report(first.payment, 'chargeback');
  await report(second.payment, 'chargeback');
  expect([await free(client, 'BTC'), await free(client, 'ETH')]).toEqual([0n, 0n]);
  await report(first.payment, 'won');
  const [[, bitcoin = 0n], [, heldEther = 0n]] = [await both(client, 'BTC'), await both(client, 'ETH')];
  const held = bitcoin + (heldEther * (first.amount / 2n)) / ether;
  expect(held).toBeGreaterThan((second.amount * 98n) / 100n);
  expect(held).toBeLessThanOrEqual((second.amount * 101n) / 100n);
  await report(second.payment, 'won');
  expect([await both(client, 'BTC'), await both(client, 'ETH')]).toEqual(before);
  await expectSound(world);
});
