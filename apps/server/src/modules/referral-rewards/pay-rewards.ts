import { formatUnits } from '@causeway/domain/currencies/format-units';
import { toLanguage } from '@causeway/domain/languages/server-codes';
import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { readBalance } from '../../ledger/balances.ts';
import { postEntry } from '../../ledger/entry.ts';
import { paths } from '../../ledger/paths.ts';
import { newUuid } from '../../new-uuid.ts';
import { randomCode } from '../../random-bytes.ts';
import { settleEach } from '../alarms/settle-each.ts';
import { emailNow } from '../clients/store.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { wantsEmails } from '../notifications/store.ts';
import { cancelRefused, verifiedClients } from './credit-rewards.ts';
import { lockEarners, rewardCurrency } from './reward-row.ts';
import { readReferralSettings } from './settings.ts';

/** Most clients paid in one run. */
const clientsMax = 500;

/**
 * Pays every client whose rewards have reached the least payout onto the balance. An unverified client waits: it
 * cannot be known whether that account was brought by its own owner.
 */
export async function payRewards(context: AppContext): Promise<void> {
  const settings = await readReferralSettings(context.db);
  if (settings === undefined) return;
  const due = await listDue(context.db, settings.leastPayout);
  await settleEach(context, due, {
    work: 'pay-referral-rewards',
    againWithin: 86_400,
    nameOf: ({ niceId }) => niceId,
    settle: async ({ clientId }) =>
      context.db.transaction().execute(async (trx) => payClient(context, trx, clientId, settings.leastPayout)),
  });
}

async function listDue(executor: Executor, least: bigint): Promise<{ clientId: string; niceId: string }[]> {
  return verifiedClients(executor)
    .innerJoin('ledgerAccounts', (join) => join.on('ledgerAccounts.path', '=', sql`'referral:' || clients.nice_id`))
    .select(['clients.clientId', 'clients.niceId'])
    .where('ledgerAccounts.path', '>=', 'referral:')
    .where('ledgerAccounts.path', '<', 'referral;')
    .where('ledgerAccounts.currency', '=', rewardCurrency)
    .where('ledgerAccounts.balance', '>=', least)
    .where('clients.deletedAt', 'is', null)
    .orderBy('clients.niceId')
    .limit(clientsMax)
    .execute();
}

/** One payout of all that is a client's own; a second worker finds nothing left. */
async function payClient(context: AppContext, trx: Executor, clientId: string, least: bigint): Promise<void> {
  const client = await verifiedClients(trx)
    .select(['niceId', 'email', 'language'])
    .where('clients.clientId', '=', clientId)
    .where('deletedAt', 'is', null)
    .forKeyShare('clients')
    .executeTakeFirst();
  if (client === undefined) return;
  await lockEarners(trx, [clientId]);
  await cancelRefused(context, trx, { clientId, earnerNiceId: client.niceId });
  const from = paths.referral(client.niceId);
  const amount = await readBalance(trx, from, rewardCurrency);
  if (amount < least) return;
  const to = paths.client(client.niceId);
  const payout = await recordPayout(context, trx, { clientId, from, to, amount, status: 'finished' });
  await queueEmail(context, trx, {
    template: 'affiliate-payout',
    parameters: { path: '/affiliate/payouts', amount: `${formatUnits(amount, rewardCurrency)} ${rewardCurrency}` },
    recipient: emailNow(clientId, client.email),
    language: toLanguage(client.language),
    clientId,
    occasion: `affiliate-payout:${payout}`,
    isWanted: wantsEmails(clientId, 'orders'),
  });
}

/** Moves what is a client's own off its account of rewards, with the row that says so. @returns the payout's number */
export async function recordPayout(
  context: Pick<AppContext, 'clock' | 'random'>,
  trx: Executor,
  taken: { clientId: string; from: string; to: string; amount: bigint; status: 'finished' | 'given_up' },
): Promise<string> {
  const { clientId, from, to, amount, status } = taken;
  const payoutId = newUuid(context);
  const niceId = `P${randomCode(context.random, 12)}`;
  await postEntry(trx, context, {
    kind: status === 'finished' ? 'referral_payout' : 'referral_given_up',
    reference: niceId,
    idempotencyKey: `referral_payout:${payoutId}`,
    postings: [{ from, to, amount, currency: rewardCurrency }],
  });
  await trx
    .insertInto('referralPayouts')
    .values({ payoutId, niceId, clientId, amount, status, createdAt: context.clock.now() })
    .execute();
  await trx
    .updateTable('referralRewards')
    .set({ payoutId })
    .where('clientId', '=', clientId)
    .where('status', '=', 'released')
    .where('payoutId', 'is', null)
    .execute();
  return niceId;
}
