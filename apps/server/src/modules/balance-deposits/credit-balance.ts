import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { readBalance } from '../../ledger/balances.ts';
import { postEntry } from '../../ledger/entry.ts';
import { paths } from '../../ledger/paths.ts';
import { isChain } from '../../config/config-chains.ts';
import { transactionLink } from '../../providers/chain-settings.ts';
import { raiseAlarm } from '../alarms/raise-alarm.ts';
import { receivingAccount } from '../balance/client-balances.ts';
import { type ClientRecord, emailNow } from '../clients/store.ts';
import { getPriceList } from '../currencies/get-price-list.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { writeAmount } from '../order-lifecycle/change-status.ts';
import { wantsEmails } from '../notifications/store.ts';
import { isHeldAsBalance, leastDeposit } from './deposit-options.ts';

/** Coins with enough confirmations that came to an address of a client. */
interface ClientDeposit {
  depositId: string;
  chain: string;
  txid: string;
  currency: string;
  amount: bigint;
  /** How often it left the chain or came back. */
  turns: number;
}

/**
 * Puts a deposit onto the balance of its client, whose row the caller has locked. One that is below the least waits,
 * and comes to the balance with the deposit that makes the sum large enough.
 *
 * @param key of the ledger's entry, once for ever
 */
export async function creditBalance(
  context: AppContext,
  trx: Executor,
  client: ClientRecord,
  deposit: ClientDeposit,
  key: string,
): Promise<void> {
  const { niceId } = client;
  const { depositId, chain, currency, amount, txid } = deposit;
  const list = await getPriceList(context);
  const least = isChain(chain) ? leastDeposit(list, chain, currency) : 0n;
  const waiting = await readBalance(trx, paths.waiting(niceId), currency);
  const account = await receivingAccount(context, trx, client, niceId);
  const isEnough = account.isClosed || amount + waiting >= least;
  await postEntry(trx, context, {
    kind: isEnough ? 'balance_deposit' : 'small_deposit',
    reference: depositId,
    idempotencyKey: key,
    postings: [
      { from: paths.worldChain(chain), to: isEnough ? account.path : paths.waiting(niceId), amount, currency },
    ],
  });
  await trx.updateTable('deposits').set({ isWaiting: !isEnough }).where('depositId', '=', depositId).execute();
  if (isEnough && waiting > 0n)
    await creditWaiting(context, trx, client, { key, to: account.path, amount: waiting, currency });
  if (account.isClosed) return;
  if (!isHeldAsBalance(list, currency))
    await raiseAlarm(context, trx, {
      kind: 'deposit_other_currency',
      subject: niceId,
      details: { txid, currency, amount: amount.toString() },
    });
  await notify(context, trx, client, deposit, { isEnough, least, sum: amount + waiting });
}

/** What waited is large enough with the deposit that was just booked. */
async function creditWaiting(
  context: AppContext,
  trx: Executor,
  { clientId, niceId }: ClientRecord,
  { key, to, amount, currency }: { key: string; to: string; amount: bigint; currency: string },
): Promise<void> {
  await postEntry(trx, context, {
    kind: 'small_deposits_credited',
    reference: niceId,
    idempotencyKey: `small_deposits_credited:${key}`,
    postings: [{ from: paths.waiting(niceId), to, amount, currency }],
  });
  await trx
    .updateTable('deposits')
    .set({ isWaiting: false })
    .where('clientId', '=', clientId)
    .where('currency', '=', currency)
    .where('isWaiting', '=', true)
    .execute();
}

async function notify(
  context: AppContext,
  trx: Executor,
  { clientId, email, language }: ClientRecord,
  { depositId, chain, txid, amount, currency, turns }: ClientDeposit,
  { isEnough, least, sum }: { isEnough: boolean; least: bigint; sum: bigint },
): Promise<void> {
  // It was announced when it came first.
  if (turns > 0) return;
  const link = transactionLink(context.config, chain, txid.startsWith('balance:') ? '' : txid);
  const parameters = {
    path: '/balance/operations',
    amount: writeAmount(amount, currency),
    ...(link !== '' && { transactionLink: link }),
  };
  const waits = { sum: writeAmount(sum, currency), least: writeAmount(least, currency) };
  await queueEmail(context, trx, {
    ...(isEnough
      ? { template: 'deposit-credited', parameters }
      : { template: 'deposit-small', parameters: { ...parameters, ...waits } }),
    recipient: emailNow(clientId, email),
    language,
    clientId,
    occasion: `deposit-credited:${depositId}`,
    isWanted: wantsEmails(clientId, 'orders'),
  });
}

/**
 * Holds what is left of a lost deposit on the balance of its client, once for a key; what waited pays before that.
 */
export async function holdLostDeposit(
  context: AppContext,
  trx: Executor,
  { niceId }: ClientRecord,
  { key, lost, currency }: { key: string; lost: bigint; currency: string },
): Promise<void> {
  const from = paths.client(niceId);
  const free = await readBalance(trx, from, currency);
  const amount = lost < free ? lost : free;
  if (amount <= 0n) return;
  await postEntry(trx, context, {
    kind: 'proceeds_held',
    reference: niceId,
    // The form that `releaseProceeds` looks for.
    idempotencyKey: `proceeds_held:${key}:0`,
    postings: [{ from, to: paths.held(niceId), amount, currency }],
  });
}
