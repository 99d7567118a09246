import { describe, expect, test } from 'vitest';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import type { SignedInClient } from '../orders/fixtures/open-order-world.ts';
import { openLossWorld, toEther } from './fixtures/open-loss-world.ts';

const { world, both, free, report, buy, spend, withdraw } = await openLossWorld();

/** A payment whose coins have left, and that is lost after it. */
async function loseWithdrawn(client: SignedInClient) {
  const { payment, amount } = await buy(client);
  await withdraw(client, amount);
  await report(payment, 'chargeback');
}

describe('what a small dispute held, when it is won beside a larger loss, holds for that one', () => {
  test('no money that came later', async () => {
    const client = await world.signInClient();
    const small = await buy(client, { payin_amount: '30' });
    await report(small.payment, 'chargeback');
    await loseWithdrawn(client);
    expect(await both(client, 'BTC')).toEqual([0n, small.amount]);
    const later = await buy(client);
    expect(await both(client, 'BTC')).toEqual([later.amount, small.amount]);
    await report(small.payment, 'won');
    expect(await both(client, 'BTC')).toEqual([later.amount, small.amount]);
    await expectSound(world);
  });

  test('as much where it is won before the other is lost', async () => {
    const client = await world.signInClient();
    const small = await buy(client, { payin_amount: '30' });
    await report(small.payment, 'chargeback');
    const gone = await buy(client);
    await withdraw(client, gone.amount);
    await report(small.payment, 'won');
    await report(gone.payment, 'chargeback');
    const later = await buy(client);
    expect(await both(client, 'BTC')).toEqual([later.amount, small.amount]);
    await expectSound(world);
  });

  test('no money in another currency than its own', async () => {
    const client = await world.signInClient();
    const small = await buy(client, { payin_amount: '60' });
    await spend(client, small.amount, toEther);
    const ether = await free(client, 'ETH');
    await report(small.payment, 'chargeback');
    expect(await both(client, 'ETH')).toEqual([0n, ether]);
    await loseWithdrawn(client);
    const later = await buy(client);
    await report(small.payment, 'won');
    expect(await both(client, 'BTC')).toEqual([later.amount, 0n]);
    expect(await both(client, 'ETH')).toEqual([0n, ether]);
    await expectSound(world);
  });
});
