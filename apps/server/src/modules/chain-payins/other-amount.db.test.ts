import { afterEach, expect, test } from 'vitest';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { chainSettings } from '../../providers/chain-settings.ts';
import { openDepositWorld } from '../balance-deposits/fixtures/open-deposit-world.ts';
import { hotWallet } from '../chain-wallets/wallets.ts';
import type { SignedInClient } from '../orders/fixtures/open-order-world.ts';
import { compareWithOutside } from '../reconciliation/reconcile.ts';
import type { DepositChain } from './deposit-chain.ts';
import { ethereumDeposits } from './ethereum-deposits.ts';
import { scanDeposits } from './scan-deposits.ts';

// What a contract pays depends on the block: an exchange of tokens that is reorganised brings another amount by the
// same transaction.
const world = await openDepositWorld();
const { context, sandbox } = world;
const { payinConfirmations, balanceConfirmations: blocks } = chainSettings(context.config, 'ethereum');
afterEach(async () => expect(await compareWithOutside(context)).toEqual([]));

/** Until its block is another one the transaction has brought ten more. */
const chain: DepositChain & { isFirstBlock: boolean } = {
  ...ethereumDeposits,
  isFirstBlock: true,
  read: async (tools, txid) => {
    const found = await ethereumDeposits.read(tools, txid);
    if (found === undefined || !chain.isFirstBlock) return found;
    const payments = found.payments.map((payment) => ({ ...payment, amount: payment.amount + 10_000_000n }));
    return { ...found, payments };
  },
};

/** What a client can spend, and what is held of it. */
const bothOf = async ({ niceId }: SignedInClient, currency = 'USDT') =>
  Promise.all([paths.client(niceId), paths.held(niceId)].map((path) => readBalance(context.db, path, currency)));

const scanIn = async (isFirstBlock: boolean) => {
  chain.isFirstBlock = isFirstBlock;
  await scanDeposits(context, chain);
};

/** Until its block is another one a transaction pays this address. */
const paidFirst = (paying: string, address: string): DepositChain => ({
  ...ethereumDeposits,
  findInBlocks: async (...of) =>
    (await ethereumDeposits.findInBlocks(...of)).map((found) =>
      found.txid === paying ? { ...found, recipient: address } : found,
    ),
  read: async (tools, txid) => {
    const found = await ethereumDeposits.read(tools, txid);
    if (txid !== paying) return found;
    const payments = found?.payments.map((payment) => ({ ...payment, recipient: address })) ?? [];
    return found && { ...found, payments };
  },
});

async function bringOther(address: string, inFirst = 1): Promise<void> {
  await sandbox.send('ethereum', { address, amount: '500', asset: 'USDT' });
  await sandbox.mine('ethereum', inFirst);
  await scanIn(true);
  await scanIn(false);
  await sandbox.mine('ethereum', blocks);
  for (let run = 0; run < 2; run += 1) await scanIn(false);
}

test('a deposit that comes by another block with another amount is on its balance', async () => {
  const client = await world.signInClient();
  const { address } = await world.ask(client, { currency: 'USDT', group: 'ethereum' });
  await bringOther(address);
  expect(await world.has(client, 'USDT')).toBe(500_000_000n);
});

test('one that was on it before is booked as it is there now, each time, and what is lost of it stays held', async () => {
  const client = await world.signInClient();
  const { address } = await world.ask(client, { currency: 'USDT', group: 'ethereum' });
  await sandbox.send('ethereum', { address, amount: '500', asset: 'USDT' });
  await sandbox.mine('ethereum', blocks);
  for (const isFirstBlock of [true, false, true, false]) {
    await scanIn(isFirstBlock);
    expect(await bothOf(client)).toEqual(isFirstBlock ? [510_000_000n, 0n] : [500_000_000n, 10_000_000n]);
  }
});

test('what the hot wallet was sent is the house’s, as much as is in the chain', async () => {
  const ours = async () =>
    (await readBalance(context.db, paths.treasury, 'USDT')) +
    (await readBalance(context.db, paths.lostDeposits, 'USDT'));
  const before = await ours();
  await bringOther(hotWallet(context.config).address, payinConfirmations);
  expect((await ours()) - before).toBe(500_000_000n);
});

test('an order that it pays is exchanged', async () => {
  const client = await world.signInClient();
  const paid = { payin_currency: 'USDT', payin_group: 'ethereum', payin_amount: '500', payout_currency: 'EUR' };
  const { order } = await world.buy(client.access, { ...paid, payout_group: 'balance', dst_address: '' });
  await bringOther(String((await world.read(order.nice_id, client.access))['crypto_address']));
  expect((await world.read(order.nice_id, client.access)).status).toBe('finished');
  expect(await world.has(client, 'EUR')).toBeGreaterThan(0n);
});

test('an order that was paid before keeps what it has been paid for, as far as it is there', async () => {
  const client = await world.signInClient();
  const paid = { payin_currency: 'USDT', payin_group: 'ethereum', payin_amount: '510', payout_currency: 'EUR' };
  const { order } = await world.buy(client.access, { ...paid, payout_group: 'balance', dst_address: '' });
  await bringOther(String((await world.read(order.nice_id, client.access))['crypto_address']), payinConfirmations);
  const [free = 0n, held = 0n] = await bothOf(client, 'EUR');
  expect([free > 0n, held > 0n]).toEqual([true, true]);
  expect(held).toBe(((free + held) * 10n) / 510n);
});

test.each(['of nobody here', 'of another client'])(
  'what another block pays to an address %s is not on the balance of the first',
  async (whose) => {
    const [client, other] = [await world.signInClient(), await world.signInClient()];
    const addressOf = async (one: SignedInClient) =>
      (await world.ask(one, { currency: 'USDT', group: 'ethereum' })).address;
    const isOurs = whose === 'of another client';
    const address = isOurs ? await addressOf(other) : await sandbox.outsideAddress('ethereum');
    const txid = await sandbox.send('ethereum', { address, amount: '500', asset: 'USDT' });
    const first = paidFirst(txid, await addressOf(client));
    await sandbox.mine('ethereum', 1);
    await scanDeposits(context, first);
    await sandbox.mine('ethereum', blocks);
    for (let run = 0; run < 2; run += 1) await scanDeposits(context, ethereumDeposits);
    expect(await world.has(client, 'USDT')).toBe(0n);
    expect(await world.has(other, 'USDT')).toBe(isOurs ? 500_000_000n : 0n);
  },
);
