import { sql } from 'kysely';
import { isChain } from '../../config/config-chains.ts';
import { type AppContext, dayMs } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { readBalance } from '../../ledger/balances.ts';
import { type Posting, postEntry } from '../../ledger/entry.ts';
import { paths } from '../../ledger/paths.ts';
import type { Acquirer, AcquirerPayment } from '../../providers/acquirer/port.ts';
import { spellTxid } from '../../providers/chain-settings.ts';
import { clearAlarm, raiseAlarm } from '../alarms/raise-alarm.ts';
import { receivingAccount } from '../balance/client-balances.ts';
import { recordAction } from '../operators/record-action.ts';
import { releaseProceeds } from '../losses/end-loss.ts';
import { lockLosses, lockOwners } from '../losses/decided-holds.ts';
import { holdGiven } from '../losses/follow-loss.ts';
import { notifyOfBalance, reportLoss } from '../order-lifecycle/notify-held.ts';
import { leftOf } from '../../providers/acquirer/shapes.ts';
import { listHolds, type PayoutHold, toHold, writePayments } from '../payout-holds/store.ts';

/** What the books say of a card payment that a restore forgot and an operator has decided. */
export interface ForgottenPayment {
  /** The account that took it, and how much it took. */
  to: string;
  given: bigint;
  /** What of it the books have at the acquirer. */
  kept: bigint;
  /** What its payer took back and did not give back, and what of that the house bore. */
  lost: bigint;
  borne: bigint;
  /** How often it was won back. */
  turns: number;
  /** Names of all losses, as `followForgotten` has them. */
  losses: readonly string[];
}

type Named = Pick<AcquirerPayment, 'id' | 'reference'> & { acquirer: string };

/** @returns nothing where it is not decided */
export async function readForgottenPayment(
  executor: Executor,
  { acquirer, id, reference }: Named,
): Promise<ForgottenPayment | undefined> {
  const entries = await executor
    .selectFrom('ledgerEntries')
    .innerJoin('ledgerKeys', 'ledgerKeys.entryId', 'ledgerEntries.entryId')
    .select(['kind', 'idempotencyKey', 'givers', 'takers', 'amounts'])
    .where('reference', '=', reference)
    .where('kind', 'in', ['forgotten_payment', 'forgotten_payment_lost', 'forgotten_payment_won'])
    .execute();
  // An order can have had several payments.
  const own = entries.filter(({ kind, idempotencyKey: key }) => `${key}:`.startsWith(`${kind}:${acquirer}:${id}:`));
  const postings = own.flatMap(({ kind, givers, takers, amounts }) =>
    amounts.map((amount, at) => ({ kind, from: givers[at] ?? '', to: takers[at] ?? '', amount })),
  );
  const given = postings.find(({ kind }) => kind === 'forgotten_payment');
  if (given === undefined) return undefined;
  const sum = (isIt: (posting: (typeof postings)[number]) => boolean) =>
    postings.reduce((total, posting) => (isIt(posting) ? total + posting.amount : total), 0n);
  const between = (path: string) => sum(({ from }) => from === path) - sum(({ to }) => to === path);
  return {
    to: given.to,
    given: given.amount,
    kept: between(paths.worldCard(acquirer)),
    lost: sum(({ kind }) => kind === 'forgotten_payment_lost') - sum(({ kind }) => kind === 'forgotten_payment_won'),
    borne: between(paths.chargebackLoss),
    turns: own.filter(({ kind }) => kind === 'forgotten_payment_won').length,
    losses: own.flatMap(({ kind, idempotencyKey: key }) => (kind === 'forgotten_payment_lost' ? [key] : [])),
  };
}

/**
 * What the payer took back of what an operator had booked: the balance that took it gives it as far as it goes, and the
 * house bears the rest. In the caller's transaction.
 */
async function bookLoss(
  context: AppContext,
  trx: Executor,
  payment: Named & Pick<AcquirerPayment, 'currency' | 'status'>,
  { books, left, operator }: { books: ForgottenPayment; left: bigint; operator: string },
): Promise<ForgottenLoss> {
  const { acquirer, id, reference, currency, status } = payment;
  const [amount, from, to] = [books.kept - left, books.to, paths.worldCard(acquirer)];
  await lockOwners(trx, sql`select client_id from clients where nice_id = ${from.slice('client:'.length)}`);
  const balance = from === paths.treasury ? 0n : await readBalance(trx, from, currency);
  const own = balance < amount ? balance : amount;
  const taken = { from, to, amount: own, currency };
  const postings = [taken, { ...taken, from: paths.chargebackLoss, amount: amount - own }];
  const key = ['forgotten_payment_lost', acquirer, id, left, ...(books.turns === 0 ? [] : [books.turns])].join(':');
  const entry = { kind: 'forgotten_payment_lost', reference, idempotencyKey: key } as const;
  await postEntry(trx, context, { ...entry, postings: postings.filter((posting) => posting.amount > 0n) });
  await followForgotten(context, trx, { acquirer, id, reference, key, lost: amount - own, taken });
  const about = { status, isSpent: own < amount, amount: amount.toString() };
  await raiseAlarm(context, trx, { kind: 'chargeback', subject: id, details: about });
  const details = { acquirer, reference, to: 'lost', amount: amount.toString(), currency };
  await recordAction(context, trx, { operator, action: 'forgotten_payment_settled', subject: id, details });
  return { amount, own };
}

/** What a client had spent of a lost payment is held where it is, until all is won back or a person frees it. */
export async function followForgotten(
  context: AppContext,
  trx: Executor,
  { acquirer, id, reference: niceId, key, lost, taken }: Named & { key: string; lost: bigint; taken: Posting },
): Promise<void> {
  const about = { key, lost, reason: 'payment_charged_back', expense: paths.chargebackLoss } as const;
  await holdGiven(context, trx, { niceId }, { ...about, entryKeys: [`forgotten_payment:${acquirer}:${id}`] });
  await reportLoss(context, trx, undefined, about);
  await notifyOfBalance(context, trx, taken.from, { template: 'money-taken', key, money: [taken] });
}

/** What was taken back of a payment, and how much of it the balance gave that had taken it. */
interface ForgottenLoss {
  amount: bigint;
  own: bigint;
}

interface ForgottenNews {
  won: bigint;
  lost: ForgottenLoss | undefined;
  /** What its payer has taken back and not given back, this time's included. */
  stays: bigint;
  /** Whether books and acquirer agree: else a person has to decide. */
  isAgreed: boolean;
}

/**
 * News of a payment that no order of ours has. What was taken back is booked at once. What is there again, as the
 * dispute was won, goes to who bore the loss, the house first. The acquirer is asked once more, now that the books were
 * read: an answer from before the loss gives nothing back, and one from before it was won takes nothing.
 *
 * @param operator the person who asks
 */
export async function applyForgottenPayment(
  context: AppContext,
  acquirer: Acquirer,
  { id, reference, currency }: AcquirerPayment,
  operator = 'system',
): Promise<ForgottenNews> {
  const named = { acquirer: acquirer.name, id, reference };
  const before = await readForgottenPayment(context.db, named);
  const outside = before && (await acquirer.getPayment(id));
  const left = outside && leftOf(outside);
  if (before === undefined || outside === undefined || left === undefined)
    return { won: 0n, lost: undefined, stays: 0n, isAgreed: false };
  const { kept, turns } = before;
  const news = await context.db.transaction().execute(async (trx) => {
    await lockDecision(trx, `${acquirer.name} ${id}`);
    const books = await readForgottenPayment(trx, named);
    if (books?.kept !== kept || books.turns !== turns) return undefined;
    const more = left - kept < books.lost ? left - kept : books.lost;
    const won = more > 0n ? more : 0n;
    const payment = { ...named, currency, status: outside.status };
    if (won > 0n) await bookWon(context, trx, payment, { before: books, won });
    const lost = left < kept ? await bookLoss(context, trx, payment, { books, left, operator }) : undefined;
    const stays = books.lost - won + (lost?.amount ?? 0n);
    const isAgreed = lost !== undefined || kept + won === left;
    if (isAgreed) await clearAlarm(context, trx, 'payment_mismatch', [id, reference]);
    return { won, lost, stays, isAgreed };
  });
  // Somebody else has booked meanwhile: the answer may be from before that.
  return news ?? applyForgottenPayment(context, acquirer, { ...outside, id, reference, currency }, operator);
}

async function bookWon(
  context: AppContext,
  trx: Executor,
  { acquirer, id, reference, currency }: Named & { currency: string },
  { before: { to, lost, borne, turns, losses }, won }: { before: ForgottenPayment; won: bigint },
): Promise<void> {
  await lockLosses(trx, losses);
  const [ours, from] = [borne < won ? borne : won, paths.worldCard(acquirer)];
  const postings: Posting[] = [{ from, to: paths.chargebackLoss, amount: ours, currency }];
  if (won > ours) {
    const client = { niceId: to.slice(paths.client('').length) };
    const { path } = await receivingAccount(context, trx, client, reference);
    postings.push({ from, to: path, amount: won - ours, currency });
  }
  const { isNew } = await postEntry(trx, context, {
    kind: 'forgotten_payment_won',
    reference,
    idempotencyKey: `forgotten_payment_won:${acquirer}:${id}:${turns + 1}`,
    postings: postings.filter(({ amount }) => amount > 0n),
  });
  const [key, money] = [`won:${acquirer}:${id}:${turns}`, [{ currency, amount: won - ours }]];
  await notifyOfBalance(context, trx, to, { template: 'money-freed', key, money });
  // It was held for what the house bore. Of a part that stays lost a person decides.
  if (ours === borne) await releaseProceeds(context, trx, losses);
  if (won === lost) await clearAlarm(context, trx, 'chargeback', id);
  const details = { acquirer, reference, to: 'won', amount: won.toString(), currency };
  const action = 'forgotten_payment_settled';
  if (isNew) await recordAction(context, trx, { operator: 'system', action, subject: id, details });
}

/** Whether what a person has released was not sent back. */
export const isNotBack = sql<boolean>`not exists (
  select from ledger_keys where idempotency_key = 'outside_spend_back:' || chain || ':' || payout_holds.subject)`;

/** What was released as the house's own: no client was named for it, and no order was settled by hand with it. */
export async function listOwnSpends(executor: Executor): Promise<PayoutHold[]> {
  const isOwn = sql<boolean>`exists (
    select from ledger_keys join ledger_entries using (entry_id)
    where idempotency_key = 'outside_spend:' || chain || ':' || payout_holds.subject and ${paths.treasury} = any(givers || takers)
  ) and ${isNotBack}`;
  const holds = executor.selectFrom('payoutHolds').selectAll().where('reason', '=', 'unknown_spend').where(isOwn);
  const decided = selectDecisions(executor).where(proof, '=', sql.ref<string>('payoutHolds.subject'));
  const released = holds.where('releasedAt', 'is not', null).where(({ not, exists }) => not(exists(decided)));
  return (await released.orderBy('openedAt').execute()).map(toHold);
}

/** Settled by hand, or booked against the client who spent a balance for it. */
export async function isDecided(executor: Executor, { subject }: Pick<PayoutHold, 'subject'>): Promise<boolean> {
  return (await findDecision(executor, subject)) !== undefined;
}

export async function findDecision(executor: Executor, subject: string) {
  return selectDecisions(executor).where(proof, '=', subject).orderBy('action').executeTakeFirst();
}

/** Decisions about the same money come one after the other, so that each reads those before it. */
export async function lockDecision(trx: Executor, subject: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('forgotten money'), hashtext(${subject}))`.execute(trx);
}

/** Whether a client's balance was taken for it. */
export async function isBooked(executor: Executor, subject: string): Promise<boolean> {
  return (await findDecision(executor, subject))?.action === 'forgotten_booked';
}

const proof = sql<string>`operator_actions.details ->> 'proof'`;

function selectDecisions(executor: Executor) {
  const actions = executor.selectFrom('operatorActions').select(['action', 'subject']);
  return actions.where('action', 'in', ['payout_by_hand', 'forgotten_booked']);
}

/** Money from outside that no order of ours has. */
interface OwnerlessMoney {
  /** The number of its order, where the provider names it: that of a transfer is what its sender has typed. */
  reference?: string;
  /** When it came. */
  since: Date;
  /** Transactions that were sent for something else, as a person says. */
  although: readonly string[];
}

/**
 * As long as payouts are held it is not known what was paid out, and for which payment. A bank and an acquirer name the
 * order that they paid for; a chain does not, so a person has to say of each transaction that was released as the
 * house's since the money came that it was sent for something else.
 *
 * @returns why it may have been paid out for, for a person to read; nothing where it was not
 */
export async function suspectPayout(executor: Executor, money: OwnerlessMoney): Promise<string | undefined> {
  const { reference, since, although } = money;
  // What was found, or lost by a restore, before it came is not of it.
  const isSince = ({ openedAt }: PayoutHold) => openedAt.getTime() > since.getTime() - dayMs;
  const open = (await listHolds(executor)).find(isSince);
  if (open !== undefined) return `Pay-outs on ${open.chain} are held, one of them may be for it: release-chain first.`;
  if (reference !== undefined) {
    const isIts = sql<boolean>`details -> 'payments' @> ${JSON.stringify([{ address: reference }])}::jsonb`;
    const paidOut = executor.selectFrom('payoutHolds').select('subject').where(isIts).where(isNotBack);
    const paid = await paidOut.executeTakeFirst();
    if (paid !== undefined) return `${paid.subject} was paid out for it: it is the house's.`;
  }
  const rest = (await listOwnSpends(executor))
    .filter((hold) => (reference === undefined || isChain(hold.chain)) && isSince(hold))
    .filter(({ chain, subject }) => !although.some((one) => spellTxid(chain, one) === subject));
  if (rest.length === 0) return undefined;
  const named = rest.map(
    ({ chain, subject, details, openedAt }) =>
      `${chain} ${subject}: ${writePayments(details)}, found ${openedAt.toISOString()}`,
  );
  return [
    "It may have been paid out for: this was released as the house's, and no client is named for it.",
    ...named,
    'Where one of them was sent for this payment, settle-payment takes "house". Where a client spent a balance for one,',
    'book-forgotten first. Where one was sent for something else, settle-payment and place take --although <its',
    'transaction>, each by itself.',
  ].join('\n');
}

/**
 * @returns why a transfer that lies aside may have been paid out for; what a person has named when deciding about it
 *   was not sent for it
 */
export async function suspectTransfer(
  executor: Executor,
  { bank, outsideId, bookedAt: since }: { bank: string; outsideId: string; bookedAt: Date },
  although: readonly string[] = [],
): Promise<string | undefined> {
  const decision = await executor
    .selectFrom('operatorActions')
    .select(sql<string>`details ->> 'although'`.as('although'))
    .where('action', '=', 'forgotten_payment_settled')
    .where('subject', '=', outsideId)
    .where(sql`details ->> 'acquirer'`, '=', bank)
    .orderBy('actionId', 'desc')
    .executeTakeFirst();
  return suspectPayout(executor, { since, although: [...although, ...(decision?.although.split(' ') ?? [])] });
}
