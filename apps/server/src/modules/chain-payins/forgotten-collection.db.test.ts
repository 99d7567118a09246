import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { hurryAttempt } from '../chain-wallets/send-attempt.ts';
import { depositWallet } from '../chain-wallets/wallets.ts';
import { openNumberedWorld } from '../operating/fixtures/forget-bytes.ts';
import { releasePayouts } from '../operating/release-payouts.ts';
import { copyDatabase } from '../orders/fixtures/restore-copy.ts';
import { compareWithOutside } from '../reconciliation/reconcile.ts';
import { ageLooks } from '../chain-wallets/fixtures/age-looks.ts';
import { collectDeposits } from './collect-deposits.ts';
import { ethereumDeposits } from './ethereum-deposits.ts';
import { scanDeposits } from './scan-deposits.ts';

const { world, restore } = await openNumberedWorld();
const { context, sandbox } = world;
const { db } = context;
await scanDeposits(context, ethereumDeposits);

type Coin = 'ETH' | 'USDT';
const amounts = { ETH: '0.2', USDT: '500' };

async function openAddress(coin: Coin) {
  const access = await world.signIn();
  const paid = { payin_currency: coin, payin_group: 'ethereum', payin_amount: amounts[coin] };
  const outside = { payout_currency: 'EUR', payout_group: 'balance', dst_address: '' };
  const { order } = await world.buy(access, { ...paid, ...outside });
  return z.string().parse((await world.read(order.nice_id, access))['crypto_address']);
}

async function pay(own: AppContext, address: string, coin: Coin) {
  await sandbox.send('ethereum', { address, amount: amounts[coin], asset: coin });
  await sandbox.mine('ethereum', 3);
  await scanDeposits(own, ethereumDeposits);
}

async function collect(own: AppContext, blocks = 13) {
  for (let look = 0; look < 3; look += 1) {
    ageLooks();
    await scanDeposits(own, ethereumDeposits);
    await collectDeposits(own);
    await sandbox.mine('ethereum', blocks);
  }
}

/** Dearer bytes of a collection that waits for a block. */
async function raise() {
  const { transactionId, addressId } = await db
    .selectFrom('accountTransactions')
    .selectAll()
    .where('purpose', '=', 'collect')
    .where('status', 'in', ['signed', 'sent'])
    .executeTakeFirstOrThrow();
  const address = db.selectFrom('depositAddresses').select('keyIndex').where('addressId', '=', addressId);
  const { keyIndex } = await address.executeTakeFirstOrThrow();
  await db
    .updateTable('accountAttempts')
    .set({ createdAt: new Date(0) })
    .execute();
  await hurryAttempt(context, depositWallet(context.config, keyIndex), { transactionId });
}

const statuses = async ({ db: own }: AppContext, address: string) => {
  const rows = own.selectFrom('accountTransactions').select('status').where('sender', '=', address).orderBy('nonce');
  return (await rows.execute()).map(({ status }) => status);
};

test.each([
  ['of ether', 'ETH', 'a deposit'],
  ['of a deposit that was forgotten too', 'ETH', 'an order'],
  ['by dearer bytes', 'USDT', 'a collection'],
  ['of tokens with the gas for it', 'USDT', 'a deposit'],
] as const)('a collection that a restore forgot is found: %s', async (_, coin, known) => {
  const address = await openAddress(coin);
  let start = await copyDatabase(world);
  await pay(context, address, coin);
  if (known !== 'an order') start = await copyDatabase(world);
  if (known === 'a collection') {
    await collectDeposits(context);
    await sandbox.mine('ethereum', 1);
    const refused = new ProviderError('ethereum', 'refused', { code: 'underpriced' });
    vi.spyOn(context.providers.evm, 'broadcast').mockRejectedValueOnce(refused);
    await collectDeposits(context);
    start = await copyDatabase(world);
    await raise();
  }
  await collect(context);
  expect(await statuses(context, address)).toEqual(['settled']);
  const { later, isAgreed } = await restore(start);
  expect(isAgreed).toBe(coin === 'ETH' || known === 'a collection');
  if (!isAgreed) await releasePayouts(later, { chain: 'ethereum', operator: 'grace', own: '1' });
  await collect(later, 1);
  await scanDeposits(later, ethereumDeposits);
  expect([await statuses(later, address), await compareWithOutside(later)]).toEqual([['settled'], []]);
  const open = later.db.selectFrom('deposits').select('status').where('isCollected', '=', false);
  expect(await open.where('addressId', 'is not', null).execute()).toEqual([]);
  // What comes there now is collected like anything else.
  await pay(later, address, coin);
  await collect(later);
  expect([await statuses(later, address), await compareWithOutside(later)]).toEqual([['settled', 'settled'], []]);
});
