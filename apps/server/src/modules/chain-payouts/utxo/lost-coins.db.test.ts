import { expect, test } from 'vitest';
import { checkAddress } from '../../../providers/bitcoin/networks.ts';
import { createWallet, readCoinsOf } from '../../../providers/bitcoin/wallet.ts';
import { bitcoinDeposits } from '../../chain-payins/bitcoin-deposits.ts';
import { bitcoinCall } from '../../chain-payins/fixtures/bitcoin-call.ts';
import { scanDeposits } from '../../chain-payins/scan-deposits.ts';
import { agreeWithChain, watchWallets } from '../../chain-wallets/agree-with-chain.ts';
import { creditPayoutToBalance, listBlockedPayouts, settleByHand } from '../../operating/blocked-payouts.ts';
import { releasePayouts } from '../../operating/release-payouts.ts';
import { openOrderWorld } from '../../orders/fixtures/open-order-world.ts';
import { beginWork } from '../../payout-holds/fixtures/begin-work.ts';
import { compareWallet } from '../../reconciliation/compare-wallet.ts';
import { broadcastOrEnd, followPayout } from '../follow-payout.ts';
import { openSignedPayouts } from './fixtures/lose-signed-payout.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
const { sending, sign, payoutOf } = openSignedPayouts(world);
await beginWork(context);

const openAlarms = async () =>
  context.db
    .selectFrom('alarms')
    .select(['kind', 'subject', 'details'])
    .where('clearedAt', 'is', null)
    .where('kind', '<>', 'reconciliation_difference')
    .execute();

/** A payout of a coin that came with a transaction. @returns that transaction too */
async function fund(isSent: boolean) {
  await world.fundWallet('0.02');
  const made = await sign(isSent ? sending('takes').context : undefined);
  const { txid } = await payoutOf(made.orderId);
  const [coin] = readCoinsOf(made.first).inputs;
  return { ...made, txid: txid ?? '', coin: coin?.txid ?? '' };
}

/** Satoshi that no chain has any more. */
let gone = 0n;

/** Polls, a block each. */
async function live(orderId: string, blocks: number) {
  for (let block = 0; block < blocks; block += 1) {
    await sandbox.mine('bitcoin', 1);
    await watchWallets(context);
    const { status } = await payoutOf(orderId);
    await (status === 'signed' ? broadcastOrEnd : followPayout)(context, orderId).catch(() => undefined);
  }
}

test.each([true, false])(
  'a payout whose coin a deep reorganisation took is a person’s (sent before: %s)',
  async (isSent) => {
    const { orderId, niceId, txid, coin } = await fund(isSent);
    await sandbox.reorganise('bitcoin', 12, [txid, coin]);
    gone += 2_000_000n;
    await live(orderId, 3);
    expect((await payoutOf(orderId)).status).toBe(isSent ? 'broadcast' : 'signed');
    await live(orderId, 5);
    expect((await payoutOf(orderId)).status).toBe('failed');
    expect(await openAlarms()).toContainEqual(expect.objectContaining({ kind: 'payout_failed', subject: orderId }));
    expect(await listBlockedPayouts(context)).toMatchObject([{ niceId, status: 'failed', reason: 'lost_coin' }]);
    await creditPayoutToBalance(context, { niceId, operator: 'grace' });
    expect((await world.read(niceId)).status).toBe('refunded');
  },
);

test('a coin that comes back before it is final pays out', async () => {
  const { orderId, niceId, txid, coin } = await fund(true);
  const bytes = await bitcoinCall(context, 'getrawtransaction', [coin, false]);
  await sandbox.reorganise('bitcoin', 12, [txid, coin]);
  await live(orderId, 3);
  await context.providers.bitcoin.broadcast(bytes);
  await live(orderId, 8);
  expect(await payoutOf(orderId)).toMatchObject({ status: 'settled', holdReason: '', txid });
  expect((await world.read(niceId)).status).toBe('finished');
});

test('nothing is said by a node that has fewer blocks than were read', async () => {
  const { orderId } = await fund(false);
  await scanDeposits(context, bitcoinDeposits);
  const [getTransaction, getHeight] = [async () => undefined, async () => 2];
  const bitcoin = { ...sending('conflict').context.providers.bitcoin, getTransaction, getHeight };
  const behind = { ...context, providers: { ...context.providers, bitcoin } };
  await broadcastOrEnd(behind, orderId).catch(() => undefined);
  expect(await payoutOf(orderId)).toMatchObject({ status: 'signed', holdReason: '' });
  await broadcastOrEnd(context, orderId);
  expect((await payoutOf(orderId)).status).toBe('broadcast');
});

/** The wallet's owner spends a coin by hand, which a payout in no block had spent. */
async function spendByHand(txid: string, spent: string): Promise<void> {
  const coin = await context.db
    .selectFrom('walletOutputs')
    .select(['txid', 'outputIndex', 'keyIndex', 'amount'])
    .where('txid', '=', spent)
    .where('spentByPayoutId', 'is not', null)
    .executeTakeFirstOrThrow();
  const outside = checkAddress(await sandbox.outsideAddress('bitcoin'), context.config.BITCOIN_NETWORK);
  if (!outside.isValid) throw new Error('The address is not valid.');
  const paid = { inputs: [coin], fee: 5000n, change: coin.amount / 2n };
  const { rawTransaction: other } = createWallet(context.config).sign(
    paid,
    outside.script,
    coin.amount - coin.amount / 2n - 5000n,
  );
  await sandbox.mine('bitcoin', 1);
  await sandbox.reorganise('bitcoin', 1, [txid]);
  await context.providers.bitcoin.broadcast(other);
}

test('a sent payout whose coin was spent by hand is a person’s, and the books have what was spent', async () => {
  const { orderId, niceId, txid, coin } = await fund(true);
  await spendByHand(txid, coin);
  await live(orderId, 2);
  // What was seen of the chain counts for a second.
  await expect.poll(() => agreeWithChain(context, 'bitcoin'), { timeout: 5000 }).toBe(false);
  const release = () => releasePayouts(context, { chain: 'bitcoin', operator: 'grace', own: '1' });
  await expect(release()).rejects.toThrow('ends a pay-out of the books and has 2 of 6 confirmations');
  await live(orderId, 4);
  await expect(release()).rejects.toThrow('has spent coins of a pay-out that was sent, which ends by itself');
  await live(orderId, 1);
  expect(await payoutOf(orderId)).toMatchObject({ status: 'failed', holdReason: 'lost_coin' });
  await settleByHand(context, { niceId, operator: 'grace', proof: 'paid from elsewhere' });
  await release();
  const differences = await compareWallet(context);
  expect(differences.map(({ ours, theirs }) => ours - theirs)).toEqual(gone === 0n ? [] : [gone]);
  const kept = context.db.selectFrom('walletOutputs').select('txid').where('txid', '=', coin);
  expect(await kept.execute()).toEqual([]);
});
