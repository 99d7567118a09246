import { sql } from 'kysely';
import type { Executor } from '../../database/db.ts';
import type { AppContext } from '../../context.ts';
import { paths } from '../../ledger/paths.ts';
import { raiseAlarm } from '../alarms/raise-alarm.ts';
import { type Balance, listBalances } from '../../ledger/balances.ts';
import { postEntry } from '../../ledger/entry.ts';
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
 * The account that takes a client's money, from any source: its balance, or for a closed account and an erased payer an
 * account of its own, with an alarm. The client's row is locked, so that the account is not closed meanwhile. A payer
 * without an account is sent the link that claims the money.
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
  const { clientId, isReachable, payerEmail } = await trx
    .selectFrom('clients')
    .select(['clientId', 'isReachable', 'payerEmail'])
    .where('niceId', '=', niceId)
    .forKeyShare()
    .executeTakeFirstOrThrow();
  if (isReachable) {
    if (payerEmail !== null) await context.jobs.enqueue(trx, sendClaimLinkJob, { clientId });
    return { path: paths.client(niceId), isClosed: false };
  }
  await raiseAlarm(context, trx, { kind: 'client_closed', subject, details: { client: niceId } });
  return { path: paths.unplaced(niceId), isClosed: true };
}

/**
 * An account with money that can be withdrawn cannot be closed, nor one whose money a lost payment holds: a person
 * decides about that first. What is less than any payout sends, small deposits too, stays behind on an account of its
 * own, with an alarm.
 */
export const balanceAccount: AccountPart = {
  async findHold(trx, { niceId }) {
    const held = await listBalances(trx, paths.held(niceId));
    const least = await listLeastPayouts(trx);
    const large = (await listOwn(trx, niceId)).filter(
      ({ currency, balance }) => balance >= (least.get(currency) ?? 0n),
    );
    return [...held, ...large].some(({ balance }) => balance !== 0n) ? { code: 'BALANCE_NOT_EMPTY' } : undefined;
  },
  async close(context, trx, { clientId, niceId }) {
    await trx.deleteFrom('balanceSettings').where('clientId', '=', clientId).execute();
    const dust = (await listOwn(trx, niceId)).filter(({ balance }) => balance > 0n);
    if (dust.length === 0) return;
    const to = paths.unplaced(niceId);
    await postEntry(trx, context, {
      kind: 'dust_left',
      reference: niceId,
      idempotencyKey: `dust_left:${clientId}`,
      postings: dust.map(({ path: from, currency, balance: amount }) => ({ from, to, amount, currency })),
    });
    await trx
      .updateTable('deposits')
      .set({ isWaiting: false })
      .where('clientId', '=', clientId)
      .where('isWaiting', '=', true)
      .execute();
    await raiseAlarm(context, trx, { kind: 'client_closed', subject: niceId, details: { client: niceId } });
  },
};

async function listOwn(executor: Executor, niceId: string): Promise<Balance[]> {
  const [free, waiting] = [
    await listBalances(executor, paths.client(niceId)),
    await listBalances(executor, paths.waiting(niceId)),
  ];
  return [...free, ...waiting];
}

/** The least that can be withdrawn by currency, whichever way; nothing for one that cannot be. */
async function listLeastPayouts(executor: Executor): Promise<ReadonlyMap<string, bigint>> {
  const rows = await executor
    .selectFrom('paymentOptions')
    .select(({ fn }) => ['currency', fn.min<bigint>('minAmount').as('least')])
    .where('direction', '=', 'payout')
    .where('groupCode', '<>', 'balance')
    .where('state', '<>', 'off')
    .groupBy('currency')
    .execute();
  return new Map(rows.map(({ currency, least }) => [currency, least]));
}
