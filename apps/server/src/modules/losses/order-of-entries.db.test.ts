import { afterEach, describe, expect, test } from 'vitest';
import { openLossWorld, toEther } from './fixtures/open-loss-world.ts';

const { world, both, free, report, buy, spend, decide } = await openLossWorld();
const { clock } = world.context;
const right = clock.now.bind(clock);
const shift = (ms: number) => {
  clock.now = () => new Date(right().getTime() + ms);
};
afterEach(() => {
  clock.now = right;
});

describe('which of two entries came first does not hang on the clocks of those who wrote them', () => {
  test('what was bought with lost money is held, where who booked that money was ahead of who sold it', async () => {
    const client = await world.signInClient();
    shift(10_000);
    const { payment, amount } = await buy(client);
    clock.now = right;
    await spend(client, amount, toEther);
    const ether = await free(client, 'ETH');
    expect(ether).toBeGreaterThan(0n);
    await report(payment, 'chargeback');
    expect([await both(client, 'BTC'), await both(client, 'ETH')]).toEqual([
      [0n, 0n],
      [0n, ether],
    ]);
  });

  test('what a person decided is not given again, where the clock was ahead when it was held', async () => {
    const client = await world.signInClient();
    const { payment } = await buy(client);
    shift(3 * 86_400_000);
    await report(payment, 'chargeback');
    clock.now = right;
    await decide.booked(client, 'BTC');
    const second = await buy(client);
    await report(second.payment, 'chargeback');
    await report(payment, 'won');
    expect(await both(client, 'BTC')).toEqual([0n, second.amount]);
  });
});
