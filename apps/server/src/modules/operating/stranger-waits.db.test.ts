import { expect, test } from 'vitest';
import { compareWithOutside } from '../reconciliation/reconcile.ts';
import { scanWallet } from '../chain-payouts/scan-wallet.ts';
import { agreeWithChain } from '../chain-wallets/agree-with-chain.ts';
import { walletAddress } from '../chain-wallets/wallets.ts';
import { releasePayouts } from './release-payouts.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { copyDatabase } from '../orders/fixtures/restore-copy.ts';
import { beginWork } from '../payout-holds/fixtures/begin-work.ts';
import { listHolds } from '../payout-holds/store.ts';
import { ageLooks } from '../chain-wallets/fixtures/age-looks.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
await world.fundWallet('1');
await beginWork(context);

test('after a restore that forgot nothing a stranger who pays the wallet a little does not keep bitcoin from being paid out', async () => {
  const start = await copyDatabase(world);
  const address = walletAddress(context.config, 'bitcoin');
  const stranger = () => sandbox.send('bitcoin', { address, amount: '0.00001' });
  await stranger();
  const { context: restored } = await start();
  const later = { ...restored, config: { ...restored.config } };
  await beginWork(later);
  ageLooks();
  await agreeWithChain(later, 'bitcoin');
  await expect(releasePayouts(later, { chain: 'bitcoin', operator: 'grace', own: '0' })).rejects.toThrow('--although');
  const although = (await listHolds(later.db, 'bitcoin')).map(({ subject }) => subject);
  await releasePayouts(later, { chain: 'bitcoin', operator: 'grace', own: '0', although });
  await stranger();
  ageLooks();
  expect(await agreeWithChain(later, 'bitcoin')).toBe(true);
  // What comes into a block is funding, as any payment of a stranger.
  for (let turn = 0; turn < 7; turn += 1) await sandbox.mine('bitcoin', 1);
  await scanWallet(later);
  ageLooks();
  expect([await agreeWithChain(later, 'bitcoin'), await compareWithOutside(later)]).toEqual([true, []]);
});
