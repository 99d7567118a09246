import type { AppContext } from '../../context.ts';
import { isChain } from '../../config/config-chains.ts';
import type { Executor } from '../../database/db.ts';
import { paths } from '../../ledger/paths.ts';
import { postEntry } from '../../ledger/entry.ts';
import { chainFacts } from '../../providers/chain-settings.ts';
import { raiseAlarm } from '../alarms/raise-alarm.ts';
import { receivingAccount } from '../balance/client-balances.ts';
import { creditBalance } from '../balance-deposits/credit-balance.ts';
import { bookSpentCoin } from '../chain-wallets/bitcoin-spends.ts';
import { findClient } from '../clients/store.ts';
import type { OrderRow } from '../order-lifecycle/store.ts';
import { receiveMoney } from '../settlement/receive-money.ts';
import { creditKey, fundingKeys, settleLosses } from './deposit-losses.ts';
import { type DepositRow, type Payee, lockPayee } from './store.ts';

/** Books a deposit with enough confirmations, once: settlement decides about an order, the least about a balance. */
export async function creditDeposit(context: AppContext, deposit: DepositRow): Promise<void> {
  await context.db.transaction().execute(async (trx) => {
    const payee = await lockPayee(trx, deposit);
    if (!(await markCredited(context, trx, deposit.depositId))) return;
    await keepOutput(context, trx, deposit);
    if (payee === undefined) return fund(context, trx, deposit);
    const amount = await settleLosses(context, trx, payee, deposit, deposit.amount);
    if (amount > 0n) await creditPayee(context, trx, payee, deposit, amount);
  });
}

/** Gives so much of a deposit to its payee, in the caller's transaction; once for each turn of the deposit. */
export async function creditPayee(
  context: AppContext,
  trx: Executor,
  { order, client }: Payee,
  deposit: DepositRow,
  amount: bigint,
): Promise<void> {
  if (order !== undefined) return creditToOrder(context, trx, order, deposit, amount);
  const key = creditKey(deposit.depositId, deposit.turns);
  await creditBalance({ ...context, db: trx }, trx, client, { ...deposit, amount }, key);
}

async function creditToOrder(
  context: AppContext,
  trx: Executor,
  order: OrderRow,
  deposit: DepositRow,
  amount: bigint,
): Promise<void> {
  const { depositId, turns, chain, currency, seenAt, minedAt } = deposit;
  if (currency !== order.payinCurrency) return creditClient(context, trx, { ...deposit, amount }, order);
  await receiveMoney(context, trx, order, {
    kind: 'crypto_payin',
    key: creditKey(depositId, turns),
    from: paths.worldChain(chain),
    amount,
    currency,
    // A deposit sent in time is paid in time; until it is in a block its sender can take it back.
    arrivedAt: turns === 0 ? seenAt : undefined,
    settledAt: turns === 0 ? (minedAt ?? context.clock.now()) : undefined,
  });
}

async function markCredited({ clock }: AppContext, trx: Executor, depositId: string): Promise<boolean> {
  const marked = await trx
    .updateTable('deposits')
    .set({ status: 'credited', creditedAt: clock.now() })
    .where('depositId', '=', depositId)
    .where('status', '=', 'seen')
    .executeTakeFirst();
  return marked.numUpdatedRows === 1n;
}

/**
 * Where coins are outputs the deposit is one of the wallet's from this moment. A payout may use it once it is settled:
 * one that was made of coins which a reorganisation loses could never come into a block.
 */
async function keepOutput(context: AppContext, trx: Executor, deposit: DepositRow): Promise<void> {
  const { chain, txid, outputIndex, amount, addressId } = deposit;
  if (!isChain(chain) || chainFacts[chain].kind !== 'outputs' || addressId === null) return;
  if (await bookSpentCoin(context, trx, deposit)) return;
  const { keyIndex } = await trx
    .selectFrom('depositAddresses')
    .select('keyIndex')
    .where('addressId', '=', addressId)
    .executeTakeFirstOrThrow();
  const row = { chain, txid, outputIndex, amount, keyIndex, createdAt: context.clock.now() };
  await trx
    .insertInto('walletOutputs')
    .values({ ...row, origin: 'deposit', isSpendable: false })
    .execute();
}

async function fund(context: AppContext, trx: Executor, deposit: DepositRow): Promise<void> {
  const { chain, txid, outputIndex, amount, currency } = deposit;
  await postEntry(trx, context, {
    kind: 'wallet_funding',
    reference: `${txid}:${outputIndex}`,
    idempotencyKey: fundingKeys(deposit)[0],
    postings: [{ from: paths.worldChain(chain), to: paths.treasury, amount, currency }],
  });
}

/** Another currency than the order's came to its address: it is the client's, and buys nothing by itself. */
async function creditClient(context: AppContext, trx: Executor, deposit: DepositRow, order: OrderRow): Promise<void> {
  const { depositId, turns, chain, amount, currency, txid } = deposit;
  const client = await findClient(trx, order.clientId);
  if (client === undefined) throw new Error(`The order ${order.niceId} has no client.`);
  const account = await receivingAccount(context, trx, client, order.niceId);
  await postEntry(trx, context, {
    kind: 'crypto_other_currency',
    reference: order.niceId,
    idempotencyKey: creditKey(depositId, turns),
    postings: [{ from: paths.worldChain(chain), to: account.path, amount, currency }],
  });
  await raiseAlarm(context, trx, {
    kind: 'deposit_other_currency',
    subject: order.niceId,
    details: { txid, currency, amount: amount.toString() },
  });
}
