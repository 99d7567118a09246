import type { AppContext } from '../../context.ts';
import { agreeWithChain } from '../chain-wallets/agree-with-chain.ts';
import { settleEach } from '../alarms/settle-each.ts';
import { etherCode, tokenAddress } from '../../providers/evm/token-address.ts';
import { exchangeAtMedian } from '../chain-payouts/network-cost.ts';
import { followCollections } from './follow-collections.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Executor } from '../../database/db.ts';
import type { EvmWallet } from '../../providers/evm/wallet.ts';
import { depositWallet, hotWallet } from '../chain-wallets/wallets.ts';
import { type AccountTransaction, markSent } from '../chain-wallets/account-store.ts';
import { type AccountReading, type Movement, readAccount } from '../chain-wallets/read-account.ts';
import { costOfDearer, hurryAttempt, sendAttempt, worthTimes } from '../chain-wallets/send-attempt.ts';
import { signMovement } from '../chain-wallets/sign-movement.ts';

/** Gas of a token's transfer, and of the ether that is sent to pay for it. */
const tokenGas = 86_000n;
const etherGas = 21_000n;
/** Wei below which nothing is collected, even on a cheap chain. */
const leastEther = 1_000_000_000_000_000n;

/** The least of each currency that is worth the gas of collecting it now, by its code. */
async function leastToCollect({ config, providers, rates }: AppContext): Promise<ReadonlyMap<string, bigint>> {
  const { maxFeePerGas } = await providers.evm.estimateFees();
  const ofEther = maxFeePerGas * etherGas * worthTimes;
  const least = new Map([[etherCode, ofEther > leastEther ? ofEther : leastEther]]);
  for (const { code } of config.ETHEREUM_TOKENS) {
    const gas = { currency: etherCode, amount: maxFeePerGas * tokenGas * worthTimes };
    const worth = exchangeAtMedian(rates, gas, code);
    if (worth !== undefined) least.set(code, worth);
  }
  return least;
}

/**
 * Follows the collections under way, and begins those that are due. An address that cannot be collected delays no
 * other.
 */
export async function collectDeposits(context: AppContext): Promise<void> {
  await followCollections(context, hurry);
  if (!(await agreeWithChain(context, 'ethereum'))) return;
  await settleEach(context, await listToCollect(context.db, await leastToCollect(context)), {
    work: 'collect-deposits',
    againWithin: 60,
    nameOf: ({ address, currency }) => `${address} ${currency}`,
    settle: (source) => collectFrom(context, source),
  });
}

/** An address with coins that are not on the hot wallet yet. */
interface CollectionSource {
  addressId: string;
  address: string;
  keyIndex: bigint;
  currency: string;
  /** Number of transactions that were made to collect from it. */
  transactions: number;
}

type MovesOf = Pick<CollectionSource, 'addressId' | 'transactions'>;

const sourcesMax = 100;
const source = z.object({
  addressId: z.string(),
  address: z.string(),
  keyIndex: z.bigint(),
  currency: z.string(),
  transactions: z.int(),
});

/**
 * Addresses and currencies with booked deposits that were not collected since: a collection takes everything there is,
 * so any one made after the last deposit suffices. Those with a transaction under way wait for it. Tokens come before
 * ether, which may be needed to pay for their gas. Amounts worth less than their gas stay where they are.
 */
async function listToCollect(executor: Executor, least: ReadonlyMap<string, bigint>): Promise<CollectionSource[]> {
  const [codes, amounts] = [[...least.keys()], [...least.values()].map(String)];
  const { rows } = await sql`
    select address_id, target.address, target.key_index, deposit.currency,
      (select count(*)::int from account_transactions made where made.address_id = deposit.address_id) as transactions
    from deposits deposit join deposit_addresses target using (address_id)
      join unnest(${codes}::text[], ${amounts}::numeric[]) as worth (currency, least) on worth.currency = deposit.currency
    where deposit.chain = 'ethereum' and deposit.status in ('credited', 'settled') and not deposit.is_collected and not exists (
      select 1 from account_transactions done
      where done.address_id = deposit.address_id and (
        done.status in ('signed', 'sent')
        or (done.purpose = 'collect' and done.currency = deposit.currency and done.status not in ('failed', 'reverted', 'cancelled') and done.created_at > deposit.credited_at)
      )
    )
    group by address_id, target.address, target.key_index, deposit.currency, worth.least
    having sum(deposit.amount) >= worth.least
    order by (deposit.currency = 'ETH'), min(deposit.credited_at) limit ${sourcesMax}
  `.execute(executor);
  return z.array(source).parse(rows);
}

/**
 * Whether no transaction was made for an address since it was listed, locking the address until the caller's ends: a
 * server that was paused in between would otherwise rely on an old balance, and send gas or collect once more.
 */
async function isStillToCollect(trx: Executor, { addressId, transactions }: MovesOf): Promise<boolean> {
  await trx
    .selectFrom('depositAddresses')
    .select('addressId')
    .where('addressId', '=', addressId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const { made } = await trx
    .selectFrom('accountTransactions')
    .select(({ fn }) => fn.countAll().as('made'))
    .where('addressId', '=', addressId)
    .executeTakeFirstOrThrow();
  return Number(made) === transactions;
}

/** Gas that a top-up buys beyond the collection's estimate. */
const headroomPercent = 150n;

/**
 * Moves all that an address has of a currency to the hot wallet. Moving tokens costs ether: where the address has too
 * little, the hot wallet sends it some first, and the tokens follow in a later run.
 */
async function collectFrom(context: AppContext, source: CollectionSource): Promise<void> {
  const wallet = depositWallet(context.config, source.keyIndex);
  const { currency } = source;
  const recipient = hotWallet(context.config).address;
  const token = tokenAddress(context.config, currency);
  const balance = await context.providers.evm.getBalance(wallet.address, token);
  if (balance === 0n) return;
  const movement = { sender: wallet.address, recipient, currency, amount: balance };
  const collection: Step = { ...movement, wallet, purpose: 'collect' };
  const reading = await readAccount(context, movement);
  const cost = reading.gasLimit * reading.fees.maxFeePerGas;
  if (currency === etherCode) {
    // An amount that is not worth its own fee stays where it is.
    if (balance <= cost * worthTimes) return;
    return move(context, source, { ...collection, amount: balance - cost }, reading);
  }
  if (reading.ether >= cost) return move(context, source, collection, reading);
  return sendGas(context, source, { address: wallet.address, ether: reading.ether, cost });
}

/** Ether from the hot wallet for an address that has too little to move its tokens. */
async function sendGas(
  context: AppContext,
  source: MovesOf,
  { address: recipient, ether, cost }: { address: string; ether: bigint; cost: bigint },
): Promise<void> {
  const wallet = hotWallet(context.config);
  const amount = (cost * headroomPercent) / 100n - ether;
  const gas = { sender: wallet.address, recipient, currency: etherCode, amount };
  return move(context, source, { ...gas, wallet, purpose: 'gas' }, await readAccount(context, gas));
}

/**
 * Raises the fee of a movement that waits. Tokens whose address has too little ether for that get some first, and are
 * not raised once they are not worth their gas.
 */
async function hurry(context: AppContext, wallet: EvmWallet, transaction: AccountTransaction): Promise<void> {
  const { purpose, currency, amount, sender: address, addressId } = transaction;
  const isOfTokens = purpose === 'collect' && currency !== etherCode;
  const cost = isOfTokens ? await costOfDearer(context, transaction) : undefined;
  if (cost === undefined || addressId === null) return hurryAttempt(context, wallet, transaction);
  const gas = { currency: etherCode, amount: cost * worthTimes };
  const worth = exchangeAtMedian(context.rates, gas, currency);
  if (worth === undefined || worth > amount) return;
  const ether = await context.providers.evm.getBalance(address, '');
  if (ether >= cost) return hurryAttempt(context, wallet, transaction);
  const made = context.db.selectFrom('accountTransactions').select('status').where('addressId', '=', addressId);
  const gasSent = await made.where('purpose', '=', 'gas').where('status', 'in', ['signed', 'sent']).execute();
  if (gasSent.length > 0 || !(await agreeWithChain(context, 'ethereum'))) return;
  const transactions = (await made.execute()).length;
  return sendGas(context, { addressId, transactions }, { address, ether, cost });
}

/** One movement to the hot wallet, and its address. */
interface Step extends Movement {
  wallet: EvmWallet;
  purpose: 'collect' | 'gas';
}

async function move(
  context: AppContext,
  source: MovesOf,
  { wallet, ...movement }: Step,
  reading: AccountReading,
): Promise<void> {
  const { addressId } = source;
  const signed = await context.db.transaction().execute(async (trx) => {
    if (!(await isStillToCollect(trx, source))) return 'done by another';
    return signMovement(context, trx, wallet, { ...movement, addressId }, reading);
  });
  if (signed === 'done by another') return;
  if (signed === undefined) {
    context.log.warn('an account has too little to collect with', {});
    return;
  }
  await sendAttempt(context, wallet, signed);
  await markSent(context, context.db, signed.transactionId);
}
