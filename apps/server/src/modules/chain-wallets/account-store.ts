import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import type { Executor } from '../../database/db.ts';
import type { AccountAttempts, AccountTransactions } from '../../database/types.generated.ts';
import { etherCode } from '../../providers/evm/token-address.ts';
import type { AppContext } from '../../context.ts';

/** A transaction of one of our accounts: its nonce is used up, with any result. */
export type AccountTransaction = Selectable<AccountTransactions>;
/** One set of bytes under that nonce. */
export type AccountAttempt = Selectable<AccountAttempts>;

/** Of transactions that are not final. */
export const openStatuses = ['signed', 'sent', 'mined', 'failed'] as const;

const total = z.object({ total: z.bigint() });

/** The only transaction of a payout that can move its coins; cancelled ones cannot. */
export async function findPayoutTransaction(
  executor: Executor,
  payoutId: string,
): Promise<AccountTransaction | undefined> {
  return executor
    .selectFrom('accountTransactions')
    .selectAll()
    .where('payoutId', '=', payoutId)
    .where('status', '<>', 'cancelled')
    .executeTakeFirst();
}

/** The transaction, locked until the caller's ends. */
export async function lockTransaction(trx: Executor, transactionId: string): Promise<AccountTransaction> {
  return trx
    .selectFrom('accountTransactions')
    .selectAll()
    .where('transactionId', '=', transactionId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** All bytes signed under a nonce, the newest first; there is always one. */
export async function listAttempts(
  executor: Executor,
  transactionId: string,
): Promise<[AccountAttempt, ...AccountAttempt[]]> {
  const [newest, ...older] = await executor
    .selectFrom('accountAttempts')
    .selectAll()
    .where('transactionId', '=', transactionId)
    .orderBy('attemptNumber', 'desc')
    .execute();
  if (newest === undefined) throw new Error(`The transaction ${transactionId} has no bytes.`);
  return [newest, ...older];
}

/**
 * What an account's transactions will still take of a currency that a balance read at `readAt` does not show: those in
 * no block, and those that came into one since.
 */
export async function sumOutgoing(
  executor: Executor,
  { chain, sender, currency, readAt }: { chain: string; sender: string; currency: string; readAt: Date },
): Promise<bigint> {
  const { rows } = await sql`
    select coalesce(sum(
      case when transaction.currency = ${currency} then transaction.amount else 0 end
      + case when ${currency} = ${etherCode} then transaction.gas_limit * attempt.max_fee_per_gas else 0 end
    ), 0)::numeric as total
    from account_transactions transaction
      join lateral (
        select max(max_fee_per_gas) as max_fee_per_gas from account_attempts
        where account_attempts.transaction_id = transaction.transaction_id
      ) attempt on true
    where transaction.chain = ${chain} and transaction.sender = ${sender}
      and (transaction.status in ('signed', 'sent') or transaction.mined_at >= ${readAt})
      and transaction.status not in ('reverted', 'cancelled')
  `.execute(executor);
  return total.parse(rows[0]).total;
}

/** Records that the network has accepted a transaction. */
export async function markSent({ clock }: AppContext, trx: Executor, transactionId: string): Promise<void> {
  await trx
    .updateTable('accountTransactions')
    .set({ status: 'sent', updatedAt: clock.now() })
    .where('transactionId', '=', transactionId)
    .where('status', '=', 'signed')
    .execute();
}
