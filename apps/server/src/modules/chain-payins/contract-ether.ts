import { sql } from 'kysely';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { postEntry } from '../../ledger/entry.ts';
import { paths } from '../../ledger/paths.ts';
import { newUuid } from '../../new-uuid.ts';
import { chainSettings } from '../../providers/chain-settings.ts';
import { etherCode } from '../../providers/evm/token-address.ts';
import type { EvmTransfer } from '../../providers/evm/port.ts';
import { settleEach } from '../alarms/settle-each.ts';
import { listUnreadable } from '../alarms/unreadable-reports.ts';
import { hotWallet } from '../chain-wallets/wallets.ts';
import { addHistory } from '../order-lifecycle/change-status.ts';
import { listHolds } from '../payout-holds/store.ts';
import type { PayingTransaction } from './deposit-chain.ts';
import { findScanHeight, lockPayee, samePayment } from './store.ts';

const chain = 'ethereum';
/** Most addresses asked for in one run, those that waited longest first: awaited ones, and of clients any. */
const [awaitedMax, clientsMax] = [100, 25];
/** How long after its order was made, or its client looked at it, an address is awaited. */
const awaitedDays = 30;
/** Place of ether that no transaction carries to its address. */
const contractPlace = -2;
const awaited = z.object({
  addressId: z.string(),
  address: z.string(),
  orderId: z.string().nullable(),
  clientId: z.string().nullable(),
  hasMoved: z.boolean(),
});
type Awaited = z.output<typeof awaited>;
const contractEtherId = /^balance:(\d+):(0x[0-9a-f]+):(0x[0-9a-zA-Z]{40}):(\d+)$/;

/**
 * Finds ether that contracts have sent: what an address has in a settled block beyond what its known deposits and our
 * own transactions have left there.
 * Nothing is looked for while the books may have forgotten something, or while a transaction could not be read.
 *
 * @throws ProviderError while the node cannot be asked
 */
export async function findContractEther(context: AppContext): Promise<void> {
  const { db, config, providers } = context;
  const scanned = await findScanHeight(db, chain);
  if (scanned === undefined || (await isUnsure(context))) return;
  const at = Math.min(scanned, await providers.evm.getHeight()) - chainSettings(config, chain).settledConfirmations + 1;
  if (at < 0) return;
  const hash = await providers.evm.getHash(at);
  await settleEach(context, await listAwaited(db, at), {
    work: 'find-contract-ether',
    againWithin: 3600,
    nameOf: ({ address }) => address,
    settle: async (target) => {
      if (await isBack(context, target)) return;
      const balance = await providers.evm.getBalance(target.address, '', at);
      const nonce = target.hasMoved ? await providers.evm.getNonce(target.address, at) : 0;
      await context.db.transaction().execute((trx) => recordExcess(context, trx, target, { at, hash, balance, nonce }));
    },
    postpone: ({ addressId }) => storeBalanceBlock(db, addressId, at),
  });
}

async function isUnsure(context: AppContext): Promise<boolean> {
  return (await listHolds(context.db, chain)).length > 0 || (await listUnreadable(context, chain)).length > 0;
}

/**
 * Addresses that are awaited: of clients, and of orders as long as nothing was collected from them or sent to them by
 * us. All others of clients follow in turn, without an end: an address is shown for good, and paid from elsewhere.
 */
async function listAwaited(executor: Executor, at: number): Promise<Awaited[]> {
  const { rows } = await sql`
    select address_id, address, order_id, client_id,
      exists (select from account_transactions made where made.address_id = next.address_id) as has_moved
    from (
      (
        select target.address_id, target.address, order_id, target.client_id
        from deposit_addresses target left join balance_addresses shown using (address_id)
        where target.chain = ${chain}
          and coalesce(shown.asked_at, target.created_at) > now() - make_interval(days => ${awaitedDays})
          and coalesce(balance_block, -1) < ${at}
          and (
            target.client_id is not null
            or not exists (select from account_transactions made where made.address_id = target.address_id)
          )
        order by balance_block nulls first, target.created_at limit ${awaitedMax}
      ) union (
        select address_id, address, order_id, client_id from deposit_addresses
        where chain = ${chain} and client_id is not null and coalesce(balance_block, -1) < ${at}
        order by balance_block nulls first limit ${clientsMax}
      )
    ) next
  `.execute(executor);
  return z.array(awaited).parse(rows);
}

/** Whether ether that an address had lost is in a block again: until it is booked it would be found a second time. */
async function isBack(context: AppContext, { addressId, address }: Awaited): Promise<boolean> {
  const own = context.db.selectFrom('deposits').select(['txid', 'outputIndex', 'amount']);
  const lost = own.where('addressId', '=', addressId).where('currency', '=', etherCode).where('status', '=', 'lost');
  for (const { txid, outputIndex, amount } of await lost.execute()) {
    if (isContractEther(txid) && (await readContractEther(context, txid)) !== undefined) return true;
    const found = isContractEther(txid) ? undefined : await context.providers.evm.getTransaction(txid);
    const isSame = (paid: EvmTransfer) =>
      paid.place === outputIndex && paid.recipient === address && paid.amount === amount;
    if (found !== undefined && found.confirmations > 0 && found.transfers.some(isSame)) return true;
  }
  return false;
}

async function storeBalanceBlock(executor: Executor, addressId: string, at: number): Promise<void> {
  await executor.updateTable('depositAddresses').set({ balanceBlock: at }).where('addressId', '=', addressId).execute();
}

async function recordExcess(
  context: AppContext,
  trx: Executor,
  { addressId, address, orderId, clientId }: Awaited,
  { at, hash, balance, nonce }: { at: number; hash: string; balance: bigint; nonce: number },
): Promise<void> {
  // The order first, as everybody locks them; then the address, so that two workers find the same ether once.
  const payee = await lockPayee(trx, { orderId, clientId });
  await storeBalanceBlock(trx, addressId, at);
  const amount = balance - (await readExpected(trx, addressId, nonce));
  if (amount <= 0n || (await wasSentByUs(trx, address))) return;
  const now = context.clock.now();
  await trx
    .insertInto('deposits')
    .values({
      depositId: newUuid(context),
      chain,
      txid: `balance:${at}:${hash}:${address}:${amount}`,
      outputIndex: contractPlace,
      addressId,
      orderId,
      clientId,
      currency: etherCode,
      amount,
      status: 'seen',
      confirmations: chainSettings(context.config, chain).settledConfirmations,
      blockHash: hash,
      seenAt: now,
      minedAt: now,
      updatedAt: now,
    })
    .onConflict((conflict) => conflict.columns(samePayment).doNothing())
    .execute();
  if (payee?.order === undefined) return;
  const { status } = payee.order;
  const change = { from: status, to: status, reason: 'deposit_seen', actor: 'system' } as const;
  await addHistory(context, trx, { ...change, orderId: payee.order.orderId });
}

const total = z.object({ total: z.bigint() });

/**
 * What an address must have in a block, or more, never less: what may have come is counted, and of what went only that
 * which is in that block for sure.
 *
 * @param nonce how many transactions of the address are in blocks up to that one
 */
async function readExpected(trx: Executor, addressId: string, nonce: number): Promise<bigint> {
  const { rows } = await sql`
    select coalesce(sum(amount), 0)::numeric as total from (
      select amount from deposits
      where address_id = ${addressId} and currency = ${etherCode} and status in ('seen', 'credited', 'settled')
      union all
      select amount from account_transactions
      where address_id = ${addressId} and purpose = 'gas' and status not in ('reverted', 'cancelled')
      union all
      select -booked_fee - case when status = 'settled' and currency = ${etherCode} then amount else 0 end
      from account_transactions
      where address_id = ${addressId} and purpose = 'collect' and nonce < ${nonce}
        and status in ('settled', 'reverted', 'cancelled')
    ) moved
  `.execute(trx);
  return total.parse(rows[0]).total;
}

/** Gas that was sent before a restore of the database is recorded in the details of the pay-out holds. */
async function wasSentByUs(trx: Executor, address: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from payout_holds where chain = ${chain} and strpos(details::text, ${address}) > 0 limit 1
  `.execute(trx);
  return rows.length > 0;
}

/** What was found by a balance, as its block has it now: gone when that block is no longer in the chain. */
export async function readContractEther({ providers }: AppContext, id: string): Promise<PayingTransaction | undefined> {
  const [, height = '', hash = '', recipient = '', amount = ''] = contractEtherId.exec(id) ?? [];
  if ((await providers.evm.getHash(Number(height))) !== hash) return undefined;
  const payments = [{ place: contractPlace, currency: etherCode, recipient, amount: BigInt(amount) }];
  const confirmations = (await providers.evm.getHeight()) - Number(height) + 1;
  return { senders: [], confirmations, blockHash: hash, payments };
}

/** Whether a deposit is known by a balance and not by a transaction. */
export function isContractEther(txid: string): boolean {
  return contractEtherId.test(txid);
}

/**
 * Before the first look at the chain: what the hot wallet has already is the house's, however long ago it came. What
 * comes in the blocks of that look is found there.
 */
export async function bookFirstFunding(context: AppContext, height: number): Promise<void> {
  const { config, providers, db, clock } = context;
  const { address } = hotWallet(config);
  const before = height - chainSettings(config, chain).settledConfirmations;
  const assets = [
    { currency: etherCode, token: '' },
    ...config.ETHEREUM_TOKENS.map(({ code: currency, address: token }) => ({ currency, token })),
  ];
  const funds: { currency: string; amount: bigint }[] = [];
  for (const { currency, token } of before < 0 ? [] : assets)
    funds.push({ currency, amount: await providers.evm.getBalance(address, token, before) });
  const postings = funds
    .filter(({ amount }) => amount > 0n)
    .map((fund) => ({ from: paths.worldChain(chain), to: paths.treasury, ...fund }));
  await db.transaction().execute(async (trx) => {
    const first = await trx
      .insertInto('depositScans')
      .values({ chain, height, updatedAt: clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('height')
      .executeTakeFirst();
    if (first === undefined || postings.length === 0) return;
    await postEntry(trx, context, {
      kind: 'wallet_funding',
      reference: `${chain} ${before}`,
      idempotencyKey: `wallet_funding:${chain}:first`,
      postings,
    });
  });
}
