import { describe, expect, test } from 'vitest';
import { sayGivenBack } from '../acquirer-payins/fixtures/say-given-back.ts';
import { openLossWorld } from './fixtures/open-loss-world.ts';

const { world, both, report, buy, withdraw, decide } = await openLossWorld();
const { context } = world;

test.each(['freed', 'booked'] as const)(
  'what a person has %s is not counted for another part once it was won',
  async (decided) => {
    const client = await world.signInClient();
    const { payment } = await buy(client);
    await sayGivenBack(context, payment, '100.00');
    const [, held = 0n] = await both(client, 'BTC');
    expect(held).toBeGreaterThan(0n);
    await decide[decided](client, 'BTC');
    await sayGivenBack(context, payment, '60.00');
    await sayGivenBack(context, payment, '110.00');
    await sayGivenBack(context, payment, '100.00');
    const [, kept = 0n] = await both(client, 'BTC');
    // 60 of what was decided about stay lost, and 40 of the second part.
    expect(kept).toBeGreaterThanOrEqual((held * 39n) / 100n);
    expect(kept).toBeLessThanOrEqual((held * 41n) / 100n);
  },
);

test('the rest of a loss whose money had left takes none of what came later and was won back', async () => {
  const client = await world.signInClient();
  const first = await buy(client);
  await withdraw(client, first.amount);
  await report(first.payment, 'chargeback');
  await sayGivenBack(context, first.payment, '150.00');
  expect(await both(client, 'BTC')).toEqual([0n, 0n]);
  const second = await buy(client);
  expect(await both(client, 'BTC')).toEqual([second.amount, 0n]);
  await report(second.payment, 'chargeback');
  expect(await both(client, 'BTC')).toEqual([0n, second.amount]);
  await report(second.payment, 'won');
  expect(await both(client, 'BTC')).toEqual([second.amount, 0n]);
});

describe('later money of a client stays free, as an older loss holds what was won back', () => {
  test.each(['in part', 'as a whole'])('%s', async (how) => {
    const client = await world.signInClient();
    const first = await buy(client);
    await withdraw(client, first.amount);
    const second = await buy(client);
    await report(second.payment, 'chargeback');
    await report(first.payment, 'chargeback');
    expect(await both(client, 'BTC')).toEqual([0n, second.amount]);
    const third = await buy(client);
    expect(await both(client, 'BTC')).toEqual([third.amount, second.amount]);
    if (how === 'in part') await sayGivenBack(context, second.payment, '150.00');
    else await report(second.payment, 'won');
    expect(await both(client, 'BTC')).toEqual([third.amount, second.amount]);
  });
});

test('what is won in two parts is held for an older loss, whose own money had left meanwhile', async () => {
  const client = await world.signInClient();
  const first = await buy(client);
  const second = await buy(client);
  await report(second.payment, 'chargeback');
  await withdraw(client, first.amount);
  await report(first.payment, 'chargeback');
  expect(await both(client, 'BTC')).toEqual([0n, second.amount]);
  await sayGivenBack(context, second.payment, '100.00');
  expect(await both(client, 'BTC')).toEqual([0n, second.amount]);
  await report(second.payment, 'won');
  expect(await both(client, 'BTC')).toEqual([0n, second.amount]);
});
