import { expect, test } from 'vitest';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import { openNumberedWorld } from '../operating/fixtures/forget-bytes.ts';
import { copyDatabase } from '../orders/fixtures/restore-copy.ts';
import { compareWithOutside } from '../reconciliation/reconcile.ts';
import { ageLooks } from '../chain-wallets/fixtures/age-looks.ts';
import { collectDeposits } from './collect-deposits.ts';
import { ethereumDeposits } from './ethereum-deposits.ts';
import { scanDeposits } from './scan-deposits.ts';

const { world, restore } = await openNumberedWorld();
const { context, sandbox } = world;
await scanDeposits(context, ethereumDeposits);

async function collect(own: AppContext, looks: number) {
  for (let look = 0; look < looks; look += 1) {
    ageLooks();
    await scanDeposits(own, ethereumDeposits);
    await collectDeposits(own);
    await sandbox.mine('ethereum', 13);
  }
}

const collections = async ({ db }: AppContext, address: string) => {
  const rows = db.selectFrom('accountTransactions').select('status').where('sender', '=', address).orderBy('nonce');
  return (await rows.execute()).map(({ status }) => status);
};

test('a collection that a restore forgot, and that failed in its block, costs its fee; its coins are collected again', async () => {
  const access = await world.signIn();
  const paid = { payin_currency: 'USDT', payin_group: 'ethereum', payin_amount: '500' };
  const outside = { payout_currency: 'EUR', payout_group: 'balance', dst_address: '' };
  const { order } = await world.buy(access, { ...paid, ...outside });
  const address = z.string().parse((await world.read(order.nice_id, access))['crypto_address']);
  await sandbox.send('ethereum', { address, amount: '500', asset: 'USDT' });
  await sandbox.mine('ethereum', 3);
  await collect(context, 1);
  expect(await collections(context, address)).toEqual([]);
  const start = await copyDatabase(world);
  await collectDeposits(context);
  await sandbox.blockAddress('USDT', address);
  await sandbox.mine('ethereum', 13);
  await collectDeposits(context);
  expect(await collections(context, address)).toEqual(['reverted']);
  await sandbox.blockAddress('USDT', address, false);
  const { later, isAgreed } = await restore(start);
  expect(isAgreed).toBe(true);
  await collect(later, 4);
  await scanDeposits(later, ethereumDeposits);
  await collectDeposits(later);
  expect([await collections(later, address), await compareWithOutside(later)]).toEqual([['reverted', 'settled'], []]);
});
