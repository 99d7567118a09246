import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openCoins } from './fixtures/sell-coins.ts';
import { openLossWorld, toBank } from './fixtures/open-loss-world.ts';

const { world, both, free, report, buy, spend, sendBack, decide } = await openLossWorld();
const coins = openCoins(world);
beforeAll(() => world.sandbox.setBankMode('hold'));
afterAll(() => world.sandbox.setBankMode('auto'));

describe.each(['booked', 'freed'] as const)('a part that was given back for good, and %s by a person', (decision) => {
  test('is held no second time after a second dispute is won', async () => {
    const client = await world.signInClient();
    const { payment } = await buy(client);
    await report(payment, 'refunded', '50.00');
    for (const result of ['chargeback', 'won'] as const) await report(payment, result);
    const [rest = 0n, part = 0n] = await both(client, 'BTC');
    expect(part).toBeGreaterThan(0n);
    await decide[decision](client, 'BTC');
    const left = decision === 'booked' ? rest : rest + part;
    expect(await both(client, 'BTC')).toEqual([left, 0n]);
    for (const result of ['chargeback', 'won'] as const) await report(payment, result);
    expect(await both(client, 'BTC')).toEqual([left, 0n]);
    await expectSound(world);
  });

  test('leaves a second part held after a dispute is won', async () => {
    const client = await world.signInClient();
    const { payment } = await buy(client);
    await report(payment, 'refunded', '50.00');
    await decide[decision](client, 'BTC');
    const [before = 0n] = await both(client, 'BTC');
    await report(payment, 'refunded', '100.00');
    const [, second = 0n] = await both(client, 'BTC');
    expect(second).toBeGreaterThan(0n);
    for (const result of ['chargeback', 'won'] as const) await report(payment, result);
    const [rest = 0n, held = 0n] = await both(client, 'BTC');
    expect(rest + held).toBe(before);
    expect([second - 1n, second, second + 1n]).toContain(held);
    await expectSound(world);
  });

  test('is held no second time where the bank had sent it back', async () => {
    const client = await world.signInClient();
    const { payment, amount } = await buy(client);
    const niceId = await spend(client, amount, toBank);
    await world.work();
    await report(payment, 'refunded', '50.00');
    await sendBack(niceId);
    const [rest = 0n, part = 0n] = await both(client, 'EUR');
    expect(part).toBeGreaterThan(0n);
    await decide[decision](client, 'EUR');
    const left = decision === 'booked' ? rest : rest + part;
    expect(await both(client, 'EUR')).toEqual([left, 0n]);
    for (const result of ['chargeback', 'won'] as const) await report(payment, result);
    expect(await both(client, 'EUR')).toEqual([left, 0n]);
    await expectSound(world);
  });
});

test('what the bank sent back of a lost deposit, and a person freed, stays free once a part is paid', async () => {
  const client = await world.signInClient();
  const { address, txid } = await coins.sell(client, 'ETH');
  const ether = await free(client, 'ETH');
  const niceId = await spend(client, ether, { ...toBank, payin_currency: 'ETH' });
  await world.work();
  await coins.drop(txid);
  await sendBack(niceId);
  const [, back = 0n] = await both(client, 'EUR');
  expect(back).toBeGreaterThan(0n);
  await decide.freed(client, 'EUR');
  expect(await both(client, 'EUR')).toEqual([back, 0n]);
  await world.sandbox.send('bitcoin', { address, amount: '0.001' });
  await coins.mine();
  expect(await both(client, 'EUR')).toEqual([back, 0n]);
  await expectSound(world);
});
