import { describe, expect, test } from 'vitest';
import { openLossWorld, toBank, toEther } from '../losses/fixtures/open-loss-world.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import type { SignedInClient } from '../orders/fixtures/open-order-world.ts';
import { bitcoinDeposits } from './bitcoin-deposits.ts';
import { loseDeposit } from './lost-deposits.ts';
import { scanDeposits } from './scan-deposits.ts';

const { world, both, free, spend } = await openLossWorld();
const { context, sandbox } = world;
const onBalance = { payout_currency: 'EUR', payout_group: 'balance', dst_address: '' };

/** An order of 0.005 bitcoin that is paid twice. @returns its number, and the two transactions */
async function payTwice(client: SignedInClient, payout: Readonly<Record<string, string>>) {
  const paid = { payin_currency: 'BTC', payin_group: 'bitcoin', payin_amount: '0.005' };
  const { order } = await world.buy(client.access, { ...paid, ...payout });
  const address = String((await world.read(order.nice_id, client.access))['crypto_address']);
  const pay = async () => {
    const txid = await sandbox.send('bitcoin', { address, amount: '0.005' });
    await sandbox.mine('bitcoin', 1);
    await scanDeposits(context, bitcoinDeposits);
    return txid;
  };
  return { niceId: order.nice_id, payment: await pay(), surplus: await pay() };
}

/** The last block goes, and the surplus with it. */
async function drop(txid: string) {
  await sandbox.reorganise('bitcoin', 1, [txid]);
  await scanDeposits(context, bitcoinDeposits);
}

describe('of coins that paid an order and of coins beyond it, all lost, nothing can be spent', () => {
  test.each([
    ['payment', 'surplus'],
    ['surplus', 'payment'],
  ] as const)('where the %s is lost before the %s', async (...turns) => {
    const client = await world.signInClient();
    const paid = await payTwice(client, toBank);
    expect((await world.read(paid.niceId)).status).toBe('processing');
    expect(await both(client, 'BTC')).toEqual([500_000n, 0n]);
    // One after the other: a chain that is reorganised has lost both at once.
    for (const one of turns) {
      const deposit = context.db.selectFrom('deposits').selectAll().where('txid', '=', paid[one]);
      await loseDeposit(context, await deposit.executeTakeFirstOrThrow());
    }
    await sandbox.reorganise('bitcoin', 2, [paid.payment, paid.surplus]);
    expect(await both(client, 'BTC')).toEqual([0n, 500_000n]);
    expect(await both(client, 'EUR')).toEqual([0n, 0n]);
    await expectSound(world);
  });
});

test('a lost surplus that lies on the balance stops no order whose own payment is there', async () => {
  const client = await world.signInClient();
  const { niceId, surplus } = await payTwice(client, toBank);
  expect(await both(client, 'BTC')).toEqual([500_000n, 0n]);
  await drop(surplus);
  expect((await world.read(niceId)).status).toBe('processing');
  expect(await both(client, 'BTC')).toEqual([0n, 500_000n]);
  await expectSound(world);
});

test.each([
  ['all', 500_000n],
  ['half', 250_000n],
])(
  'of a lost surplus of which %s was exchanged, what is here is held, and the order stays paid',
  async (_part, exchanged) => {
    const client = await world.signInClient();
    const { niceId, surplus } = await payTwice(client, onBalance);
    const bought = await free(client, 'EUR');
    expect(bought).toBeGreaterThan(0n);
    for (let turn = 0; turn < 3; turn += 1) await world.work({ isEarly: true });
    expect(await both(client, 'BTC')).toEqual([500_000n, 0n]);
    await spend(client, exchanged, toEther);
    const ether = await free(client, 'ETH');
    expect(ether).toBeGreaterThan(0n);
    await drop(surplus);
    expect(await both(client, 'BTC')).toEqual([0n, 500_000n - exchanged]);
    expect(await both(client, 'ETH')).toEqual([0n, ether]);
    expect(await both(client, 'EUR')).toEqual([bought, 0n]);
    expect((await world.read(niceId)).status).toBe('finished');
    await expectSound(world);
  },
);
