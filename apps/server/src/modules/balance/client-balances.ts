import { sql } from 'kysely';
import type { Executor } from '../../database/db.ts';
import type { AppContext } from '../../context.ts';
import { paths } from '../../ledger/paths.ts';
import { raiseAlarm } from '../alarms/raise-alarm.ts';
import { listBalances } from '../../ledger/balances.ts';
import type { AccountPart } from '../account-parts/account-part.ts';
import { sendClaimLinkJob } from '../clients/jobs.ts';

/** What a client holds by currency, in smallest units; currencies that were never held are left out. */
export async function listClientBalances(executor: Executor, clientId: string): Promise<ReadonlyMap<string, bigint>> {
  const rows = await executor
    .selectFrom('clients')
    .innerJoin('ledgerBalances as kept', (join) => join.on('kept.path', '=', sql`'client:' || clients.nice_id`))
    .select(['kept.currency', 'kept.balance'])
    .where('clients.clientId', '=', clientId)
    .execute();
  return new Map(rows.map(({ currency, balance }) => [currency, balance]));
}

/** Where money for a client is booked. */
interface ReceivingAccount {
  path: string;
  /** Its e-mails are no longer read. */
  isClosed: boolean;
}

/**
 * The account that takes a client's money, from any source: its balance, or for a closed account an account of its own,
 * with an alarm. The client's row is locked, so that the account is not closed meanwhile. A payer without an account is
 * sent the link that claims the money.
 *
 * @param subject what the money belongs to, for the alarm: an order's public id or a partner's key
 */
export async function receivingAccount(
  context: Pick<AppContext, 'clock' | 'random' | 'log' | 'jobs'>,
  trx: Executor,
  client: { niceId: string },
  subject: string,
): Promise<ReceivingAccount> {
  const { niceId } = client;
  const { clientId, deletedAt, payerEmail } = await trx
    .selectFrom('clients')
    .select(['clientId', 'deletedAt', 'payerEmail'])
    .where('niceId', '=', niceId)
    .forKeyShare()
    .executeTakeFirstOrThrow();
  if (deletedAt === null) {
    if (payerEmail !== null) await context.jobs.enqueue(trx, sendClaimLinkJob, { clientId });
    return { path: paths.client(niceId), isClosed: false };
  }
  await raiseAlarm(context, trx, { kind: 'client_closed', subject, details: { client: niceId } });
  return { path: paths.unplaced(niceId), isClosed: true };
}

/** An account with money cannot be closed, also while a lost payment holds that money: a person decides about it first. */
export const balanceAccount: AccountPart = {
  async findHold(trx, { niceId }) {
    const balances = [
      ...(await listBalances(trx, paths.client(niceId))),
      ...(await listBalances(trx, paths.held(niceId))),
    ];
    return balances.some(({ balance }) => balance !== 0n) ? { code: 'BALANCE_NOT_EMPTY' } : undefined;
  },
  async close(_context, trx, { clientId }) {
    await trx.deleteFrom('balanceSettings').where('clientId', '=', clientId).execute();
  },
};
