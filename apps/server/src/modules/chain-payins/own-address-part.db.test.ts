import { expect, test } from 'vitest';
import { insertOwnAddress } from '../addresses/own-address.ts';
import { openLossWorld } from '../losses/fixtures/open-loss-world.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { bitcoinDeposits } from './bitcoin-deposits.ts';
import { scanDeposits } from './scan-deposits.ts';

const { world, both, withdraw } = await openLossWorld();
const { context, sandbox } = world;

test('coins at a client’s own address, lost and paid again in part, hold none of what came later', async () => {
  const client = await world.signInClient();
  const { address } = await context.db
    .transaction()
    .execute((trx) => insertOwnAddress(context, trx, 'bitcoin', client));
  const pay = async (amount: string) => {
    const txid = await sandbox.send('bitcoin', { address, amount });
    await sandbox.mine('bitcoin', 6);
    await scanDeposits(context, bitcoinDeposits);
    return txid;
  };
  const txid = await pay('0.01');
  expect(await both(client, 'BTC')).toEqual([1_000_000n, 0n]);
  await withdraw(client, 1_000_000n);
  await sandbox.reorganise('bitcoin', 6, [txid]);
  for (let run = 0; run < 3; run += 1) await scanDeposits(context, bitcoinDeposits);
  const deposit = context.db.selectFrom('deposits').select('status').where('txid', '=', txid);
  expect((await deposit.executeTakeFirstOrThrow()).status).toBe('lost');
  expect(await both(client, 'BTC')).toEqual([0n, 0n]);
  await world.giveBalance(client, 1_000_000n, 'BTC');
  await pay('0.004');
  expect(await both(client, 'BTC')).toEqual([1_000_000n, 0n]);
  await expectSound(world);
});
