import { describe, expect, test } from 'vitest';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { bookKeptMoney, freeHeldMoney } from '../operating/kept-money.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openOrderWorld, type SignedInClient } from '../orders/fixtures/open-order-world.ts';
import { bitcoinDeposits } from './bitcoin-deposits.ts';
import { scanDeposits } from './scan-deposits.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
const { db } = context;
const toBalance = { payout_currency: 'EUR', payout_group: 'balance', dst_address: '' };

const both = async ({ niceId }: SignedInClient) => [
  await readBalance(db, paths.client(niceId), 'EUR'),
  await readBalance(db, paths.held(niceId), 'EUR'),
];

/** Coins in one block. */
async function pay(address: string, amount: string): Promise<string> {
  const txid = await sandbox.send('bitcoin', { address, amount });
  await sandbox.mine('bitcoin', 1);
  await scanDeposits(context, bitcoinDeposits);
  return txid;
}

async function lose(txid: string): Promise<void> {
  await sandbox.reorganise('bitcoin', 1, [txid]);
  await scanDeposits(context, bitcoinDeposits);
}

/** Coins were sold to a balance, which has the euro, and are lost. */
async function losePayment() {
  const client = await world.signInClient();
  const paid = { payin_currency: 'BTC', payin_group: 'bitcoin', payin_amount: '0.02' };
  const { order } = await world.buy(client.access, { ...paid, ...toBalance });
  const address = String((await world.read(order.nice_id, client.access))['crypto_address']);
  const txid = await pay(address, '0.02');
  const [bought = 0n] = await both(client);
  await lose(txid);
  expect(await both(client)).toEqual([0n, bought]);
  return { client, address, bought };
}

const decide = { booked: bookKeptMoney, freed: freeHeldMoney } as const;

describe.each(['booked', 'freed'] as const)('what a person has %s of a lost deposit', (decision) => {
  const decideAbout = async (client: SignedInClient) => {
    const about = { client: client.niceId, currency: 'EUR', why: 'held', operator: 'grace', reason: 'seen' } as const;
    await decide[decision](context, about);
  };

  test('is not held again where coins that had paid for a part of it are lost, again and again', async () => {
    const { client, address, bought } = await losePayment();
    await decideAbout(client);
    if (decision === 'booked') await world.giveBalance(client, bought, 'EUR');
    for (let turn = 0; turn < 2; turn += 1) {
      const txid = await pay(address, '0.005');
      expect(await both(client)).toEqual([bought, 0n]);
      await lose(txid);
      expect(await both(client)).toEqual([bought, 0n]);
    }
    await expectSound(world);
  });

  test('is not held again where the last of the coins that had paid for all of it are lost', async () => {
    const { client, address, bought } = await losePayment();
    await decideAbout(client);
    if (decision === 'booked') await world.giveBalance(client, bought, 'EUR');
    await pay(address, '0.015');
    const last = await pay(address, '0.005');
    await lose(last);
    expect(await both(client)).toEqual([bought, 0n]);
    await pay(address, '0.005');
    expect(await both(client)).toEqual([bought, 0n]);
    await expectSound(world);
  });

  test('leaves held what coins had paid for before that, and are lost after it', async () => {
    const { client, address, bought } = await losePayment();
    const part = await pay(address, '0.005');
    const [paid = 0n, open] = await both(client);
    expect(paid).toBeGreaterThan(0n);
    await decideAbout(client);
    const left = decision === 'booked' ? paid : bought;
    expect(await both(client)).toEqual([left, 0n]);
    await lose(part);
    expect(await both(client)).toEqual([left - paid, paid]);
    expect(open).toBe(bought - paid);
    await pay(address, '0.005');
    expect(await both(client)).toEqual([left, 0n]);
    await expectSound(world);
  });
});
