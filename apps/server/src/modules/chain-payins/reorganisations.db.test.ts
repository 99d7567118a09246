import { parseAmount } from '@causeway/domain/money/parse-amount';
import { someOf } from '@causeway/testing/test-length';
import { describe, expect, test } from 'vitest';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { chainSettings } from '../../providers/chain-settings.ts';
import { openOrderWorld, type SignedInClient } from '../orders/fixtures/open-order-world.ts';
import { compareWithOutside } from '../reconciliation/reconcile.ts';
import { bitcoinDeposits } from './bitcoin-deposits.ts';
import { ethereumDeposits } from './ethereum-deposits.ts';
import { scanDeposits } from './scan-deposits.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
await sandbox.setPrice({ asset: 'BTC', eur: '58000', hold: true });
await world.fundWallet('5');
await world.fundWallet('10', 'ETH');

const assets = [
  { asset: 'BTC', chain: 'bitcoin', deposits: bitcoinDeposits, amount: '0.005', precision: 8 },
  { asset: 'USDT', chain: 'ethereum', deposits: ethereumDeposits, amount: '40', precision: 6 },
] as const;
const fates = [
  'mined again',
  'replaced by another payment',
  'double-spent',
  'double-spent, and paid after all',
] as const;
/** How often that many blocks have come before the reorganisation throws all of them out, and one more. */
const steps = [1, 2, 3, 4];
const all = assets.flatMap((kind) => fates.flatMap((fate) => steps.map((blocks) => ({ ...kind, fate, blocks }))));
describe('a reorganisation around each step of a payment', () => {
  test.each(someOf(all, 6))('$asset after $blocks blocks, $fate: the client has what the chain has', async (kind) => {
    const { asset, chain, deposits, amount, precision, fate, blocks } = kind;
    const client = await world.signInClient();
    const { order } = await world.buy(client.access, {
      payin_currency: asset,
      payin_group: chain,
      payin_amount: amount,
      payout_currency: 'EUR',
      payout_group: 'balance',
      dst_address: '',
    });
    await world.work();
    const { address } = await context.db
      .selectFrom('depositAddresses')
      .innerJoin('orders', 'orders.orderId', 'depositAddresses.orderId')
      .select('address')
      .where('niceId', '=', order.nice_id)
      .executeTakeFirstOrThrow();
    const send = () => sandbox.send(chain, { address, amount, asset });
    const live = async (count: number) => {
      for (let block = 0; block < count; block += 1) {
        await sandbox.mine(chain, 1);
        await scanDeposits(context, deposits);
        await world.work();
      }
    };
    const txid = await send();
    await scanDeposits(context, deposits);
    await live(blocks);
    await sandbox.reorganise(chain, blocks + 1, fate === 'mined again' ? [] : [txid]);
    await scanDeposits(context, deposits);
    await world.work();
    if (fate === 'replaced by another payment') await send();
    await live(chainSettings(context.config, chain).settledConfirmations + 2);
    if (fate === 'double-spent, and paid after all') {
      await send();
      await live(chainSettings(context.config, chain).settledConfirmations + 2);
    }
    const onChain = (await sandbox.balance(chain, address, asset)).transactions.length;
    expect(onChain).toBe(fate === 'double-spent' ? 0 : 1);
    expect(await compareWithOutside(context)).toEqual([]);
    const has = await readHoldings(client, asset);
    const { status, payoutAmount } = await context.db
      .selectFrom('orders')
      .select(['status', 'payoutAmount'])
      .where('niceId', '=', order.nice_id)
      .executeTakeFirstOrThrow();
    // The exchanged payment once, or the coins themselves, or nothing.
    const coins = parseAmount(amount, precision) ?? 0n;
    const allowed =
      onChain === 0
        ? [{ EUR: 0n, coins: 0n }]
        : [
            { EUR: payoutAmount, coins: 0n },
            { EUR: 0n, coins },
          ];
    expect(allowed).toContainEqual(has);
    if (onChain === 1) expect(['finished', 'error', 'expired']).toContain(status);
  });
});

/** What the client can spend. */
async function readHoldings({ niceId }: SignedInClient, asset: string): Promise<{ EUR: bigint; coins: bigint }> {
  const account = paths.client(niceId);
  return {
    EUR: await readBalance(context.db, account, 'EUR'),
    coins: await readBalance(context.db, account, asset),
  };
}
