import { setTimeout as sleep } from 'node:timers/promises';
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

const send = (address: string) => sandbox.send('ethereum', { address, amount: '0.2', asset: 'ETH' });

async function collect(own: AppContext, looks: number) {
  for (let look = 0; look < looks; look += 1) {
    ageLooks();
    await scanDeposits(own, ethereumDeposits);
    await collectDeposits(own);
    await sandbox.mine('ethereum', 13);
  }
}

/** When the deposits after the first are booked: the block of the collection is later by the clock, or earlier. */
test.each([
  ['in its block', 13],
  ['long before its block', 2],
] as const)(
  'coins that came while a forgotten collection waited are collected too: booked %s',
  async (when, blocks) => {
    const access = await world.signIn();
    const paid = { payin_currency: 'ETH', payin_group: 'ethereum', payin_amount: '0.2' };
    const outside = { payout_currency: 'EUR', payout_group: 'balance', dst_address: '' };
    const { order } = await world.buy(access, { ...paid, ...outside });
    const address = z.string().parse((await world.read(order.nice_id, access))['crypto_address']);
    await send(address);
    await sandbox.mine('ethereum', 3);
    await scanDeposits(context, ethereumDeposits);
    const start = await copyDatabase(world);
    ageLooks();
    await collectDeposits(context);
    await send(address);
    await sandbox.mine('ethereum', blocks);
    const { later } = await restore(start);
    await scanDeposits(later, ethereumDeposits);
    if (when === 'long before its block') {
      const hourAgo = new Date(Date.now() - 3_600_000);
      await later.db.updateTable('deposits').set({ creditedAt: hourAgo }).where('creditedAt', 'is not', null).execute();
      await sandbox.mine('ethereum', 11);
    }
    await collect(later, 3);
    // Other bytes of the collection's number are given up after a while.
    await sleep(11_000);
    await collect(later, 2);
    await scanDeposits(later, ethereumDeposits);
    expect(await context.providers.evm.getBalance(address, '')).toBeLessThan(10n ** 16n);
    expect(await compareWithOutside(later)).toEqual([]);
  },
);
