import { afterEach, expect, test } from 'vitest';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { bookKeptMoney } from '../operating/kept-money.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openOrderWorld, type SignedInClient } from '../orders/fixtures/open-order-world.ts';
import { bitcoinDeposits } from './bitcoin-deposits.ts';
import { scanDeposits } from './scan-deposits.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
const { db } = context;
afterEach(async () => expectSound(world));

const scan = () => scanDeposits(context, bitcoinDeposits);
const mine = async (blocks: number) => {
  await sandbox.mine('bitcoin', blocks);
  await scan();
};
const both = async ({ niceId }: SignedInClient, currency: string) => [
  await readBalance(db, paths.client(niceId), currency),
  await readBalance(db, paths.held(niceId), currency),
];
const borne = () => readBalance(db, paths.lostDeposits, 'BTC');
const pay = async (address: string, amount: string) => {
  const txid = await sandbox.send('bitcoin', { address, amount });
  await mine(1);
  return txid;
};
const drop = async (txid: string) => {
  await sandbox.reorganise('bitcoin', 1, [txid]);
  await scan();
};

/** Coins that were sold to the balance. */
async function sold() {
  const client = await world.signInClient();
  const { order } = await world.buy(client.access, {
    payin_currency: 'BTC',
    payin_group: 'bitcoin',
    payin_amount: '0.02',
    payout_currency: 'EUR',
    payout_group: 'balance',
    dst_address: '',
  });
  const address = String((await world.read(order.nice_id, client.access))['crypto_address']);
  const txid = await pay(address, '0.02');
  const [bought = 0n] = await both(client, 'EUR');
  return { client, address, txid, bought };
}

/** Such coins that are out of the chain again. */
async function lost() {
  const { txid, ...sale } = await sold();
  await drop(txid);
  expect(await both(sale.client, 'EUR')).toEqual([0n, sale.bought]);
  return sale;
}

test('of a loss that is paid again in part the rest alone is held', async () => {
  const before = await borne();
  const { client, address, bought } = await lost();
  await pay(address, '0.015');
  expect((await borne()) - before).toBe(-500_000n);
  const [free = 0n, held = 0n] = await both(client, 'EUR');
  expect([free + held, held - bought / 4n <= 1n && held >= bought / 4n]).toEqual([bought, true]);
  const second = await pay(address, '0.005');
  expect(await both(client, 'EUR')).toEqual([bought, 0n]);
  await drop(second);
  expect(await both(client, 'EUR')).toEqual([free, held]);
  await pay(address, '0.005');
  expect([await both(client, 'EUR'), await borne()]).toEqual([[bought, 0n], before]);
});

test('what a person has booked of it is not held again', async () => {
  const { client, address } = await lost();
  const decided = { client: client.niceId, currency: 'EUR', why: 'held', operator: 'grace', reason: 'lost' };
  await bookKeptMoney(context, decided);
  await world.giveBalance(client, 1_000n, 'EUR');
  for (const amount of ['0.015', '0.005']) {
    await pay(address, amount);
    expect(await both(client, 'EUR')).toEqual([1_000n, 0n]);
  }
});

test('a payment that comes in place of another is not counted before that one is lost', async () => {
  const before = await borne();
  const { client, address, txid: first, bought } = await sold();
  await sandbox.reorganise('bitcoin', 1, [first]);
  await sandbox.send('bitcoin', { address, amount: '0.02' });
  await sandbox.mine('bitcoin', 1);
  const failing = async (...[tools, txid]: Parameters<typeof bitcoinDeposits.read>) => {
    if (txid === first) throw new Error('The node does not answer.');
    return bitcoinDeposits.read(tools, txid);
  };
  await scanDeposits(context, { ...bitcoinDeposits, read: failing }).catch(() => undefined);
  await scan();
  await scan();
  expect([await both(client, 'EUR'), await both(client, 'BTC')]).toEqual([
    [bought, 0n],
    [0n, 0n],
  ]);
  expect(await borne()).toBe(before);
});
