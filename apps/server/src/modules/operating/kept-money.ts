import { findCurrency } from '@causeway/domain/currencies/find-currency';
import { formatUnits } from '@causeway/domain/currencies/format-units';
import { parseAmount } from '@causeway/domain/money/parse-amount';
import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { listBalances, readBalance } from '../../ledger/balances.ts';
import { postEntry, readEntry } from '../../ledger/entry.ts';
import { paths } from '../../ledger/paths.ts';
import { newUuid } from '../../new-uuid.ts';
import type { AcquirerPayment } from '../../providers/acquirer/port.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { findOrderOfPayment } from '../acquirer-payins/store.ts';
import { clearAlarm } from '../alarms/raise-alarm.ts';
import { findOrder } from '../order-lifecycle/store.ts';
import { listHolds } from '../payout-holds/store.ts';
import { askSecondPerson } from '../operators/second-person.ts';
import { OperatorFault, recordAction } from '../operators/record-action.ts';

/** Money of a client that waits for a person. */
export interface KeptMoney {
  client: string;
  /**
   * `held`: it hangs on a payment that was taken back. `left`: it came after the account was closed. `small`: deposits
   * that are too small to be credited.
   */
  why: 'held' | 'left' | 'small';
  amount: bigint;
  currency: string;
}

const accounts = [
  { why: 'held', root: 'held', path: paths.held },
  { why: 'left', root: 'unplaced', path: paths.unplaced },
  { why: 'small', root: 'waiting', path: paths.waiting },
] as const;

/** All money that waits for an operator, by client; unplaced bank transfers are listed with the transfers. */
export async function listKeptMoney({ db }: Pick<AppContext, 'db'>): Promise<KeptMoney[]> {
  const kept: KeptMoney[] = [];
  for (const { why, root } of accounts)
    for (const { path, currency, balance: amount } of await listBalances(db, root)) {
      const client = path.slice(root.length + 1);
      if (amount > 0n && (await selectOwner(db, client).executeTakeFirst()) !== undefined)
        kept.push({ client, why, amount, currency });
    }
  return kept;
}

interface Decision {
  client: string;
  currency: string;
  /** As `listKeptMoney` has it. */
  why: string;
  operator: string;
}

/**
 * Gives held money, or small deposits that wait, to the balance of their client: whatever it hung on, it is the
 * client's.
 *
 * @throws OperatorFault where nothing is kept, or the account is closed
 */
export async function freeHeldMoney(
  context: AppContext,
  { client, currency, why, operator }: Decision,
): Promise<string> {
  return context.db.transaction().execute(async (trx) => {
    await requireOpen(trx, client);
    const from = requireAccount(client, why);
    const amount = await requireKept(trx, from, currency);
    const subject = `${client} ${currency} ${why}`;
    const release = { operator, command: 'free-held', subject, moves: [{ amount, currency }] };
    const asked = await askSecondPerson(context, trx, release);
    if (asked !== undefined) return asked;
    if (why === 'small') await endWaiting(trx, client, currency);
    await postEntry(trx, context, {
      kind: 'held_freed',
      reference: client,
      idempotencyKey: `held_freed:${newUuid(context)}`,
      postings: [{ from, to: paths.client(client), amount, currency }],
    });
    const details = { amount: amount.toString(), currency, from };
    await recordAction(context, trx, { operator, action: 'held_freed', subject: client, details });
    return `${withCode(amount, currency)} is on the balance of ${client}.`;
  });
}

/**
 * Books a client's held, left or too small money as the house's: it pays for a loss, or a person has paid it out from
 * elsewhere.
 *
 * @throws OperatorFault where nothing is kept, or where it may still be lost
 */
export async function bookKeptMoney(
  context: AppContext,
  { client, currency, why, operator, reason }: Decision & { reason: string },
): Promise<string> {
  return context.db.transaction().execute(async (trx) => {
    await requireOwner(trx, client);
    const from = requireAccount(client, why);
    const amount = await requireKept(trx, from, currency);
    const subject = `${client} ${currency} ${why}`;
    const release = { operator, command: 'book-kept', subject, moves: [{ amount, currency }] };
    const asked = await askSecondPerson(context, trx, release);
    if (asked !== undefined) return asked;
    if (why === 'small') {
      await requireSettled(trx, client, currency);
      await endWaiting(trx, client, currency);
    }
    await postEntry(trx, context, {
      kind: 'kept_booked',
      reference: client,
      idempotencyKey: `kept_booked:${newUuid(context)}`,
      postings: [{ from, to: paths.treasury, amount, currency }],
    });
    const details = { amount: amount.toString(), currency, from, reason };
    await recordAction(context, trx, { operator, action: 'kept_booked', subject: client, details });
    return `${withCode(amount, currency)} of ${client} is the house's.`;
  });
}

/**
 * Decides a card payment whose order a restore forgot: `to` is the client whose balance takes it, `back` to its payer,
 * or `house` where it was paid out for. What its payer takes back later is `lost`: the client's balance gives it as far
 * as it goes, and the operator bears the rest. `back` can be given again where the acquirer did not answer.
 *
 * @param given acquirer, its number of the payment, `to`
 * @throws OperatorFault where the books know the payment, it was decided already, or nothing of it is there
 */
export async function settleForgottenPayment(
  context: AppContext,
  operator: string,
  [name = '', id = '', to = '']: readonly string[],
): Promise<string> {
  const acquirer = context.providers.acquirers.all.find((one) => one.name === name);
  if (acquirer === undefined) throw new OperatorFault(`There is no acquirer ${name}.`);
  const outside = await acquirer.getPayment(id).catch((error: unknown) => {
    if (error instanceof ProviderError && error.kind === 'refused')
      throw new OperatorFault(`${name} knows no payment ${id}.`);
    throw error;
  });
  const payment = { ...outside, acquirer: name, left: readLeft(outside) };
  const book = to === 'lost' ? bookLost : bookForgottenPayment;
  const text = await context.db.transaction().execute((trx) => book(context, trx, { payment, to, operator }));
  const { left, currency, reference } = payment;
  const key = `refund-forgotten-${id}`;
  if (to === 'back' && left > 0n)
    await acquirer.refundPayment({ key, id, amount: formatUnits(left, currency), currency });
  // Until its payer has it, the alarm stays: what was asked may have been refused.
  await context.db.transaction().execute((trx) => clearAlarm(context, trx, 'payment_mismatch', [id, reference]));
  return text;
}

interface Settling {
  /** `left`: what its payer does not have back. */
  payment: AcquirerPayment & { acquirer: string; left: bigint };
  to: string;
  operator: string;
}

function readLeft({ status, amount, refundedAmount, currency }: AcquirerPayment): bigint {
  const precision = findCurrency(currency)?.precision ?? 0;
  const [all, back] = [parseAmount(amount, precision), parseAmount(refundedAmount, precision)];
  if (all === undefined || back === undefined) throw new OperatorFault(`${amount} ${currency} is no amount.`);
  return status === 'approved' ? all - back : 0n;
}

async function bookForgottenPayment(
  context: AppContext,
  trx: Executor,
  { payment, to, operator }: Settling,
): Promise<string> {
  const { acquirer, id, reference, currency, left: amount, status } = payment;
  const idempotencyKey = `forgotten_payment:${acquirer}:${id}`;
  const [from, between] = [paths.worldCard(acquirer), paths.unplaced(acquirer)];
  const known = (await findOrderOfPayment(trx, acquirer, id)) ?? (await findOrder(trx, { niceId: reference }));
  if (known !== undefined) throw new OperatorFault(`The books know ${id}: it is of ${reference}.`);
  const decided = await readEntry(trx, { idempotencyKey });
  if (decided !== undefined && (to !== 'back' || decided.postings[0]?.to !== between))
    throw new OperatorFault(`${id} was decided already.`);
  if (decided === undefined) {
    if (amount <= 0n) throw new OperatorFault(`Nothing of ${id} is there: it is ${status}.`);
    if (to !== 'house') await requireUnpaid(trx, reference);
    const isClient = to !== 'house' && to !== 'back';
    if (isClient) await requireOpen(trx, to);
    const subject = `${acquirer} ${id} ${to}`;
    const release = { operator, command: 'settle-payment', subject, moves: [{ amount, currency }] };
    const asked = to === 'back' ? undefined : await askSecondPerson(context, trx, release);
    if (asked !== undefined) return asked;
    const taker = isClient ? paths.client(to) : to === 'back' ? between : paths.treasury;
    const postings = [{ from, to: taker, amount, currency }];
    if (to === 'back') postings.push({ from: between, to: from, amount, currency });
    await postEntry(trx, context, { kind: 'forgotten_payment', reference, idempotencyKey, postings });
  }
  await recordSettled(context, trx, { payment, to, operator, amount });
  return `${withCode(amount, currency)} of ${id}: ${to}.`;
}

/** As long as payouts are held it is not known what was paid out, and for which payment. */
async function requireUnpaid(trx: Executor, reference: string): Promise<void> {
  const [open] = await listHolds(trx);
  if (open !== undefined)
    throw new OperatorFault(`Pay-outs on ${open.chain} are held, one of them may be for it: release-chain first.`);
  const isForIt = sql<boolean>`details -> 'payments' @> ${JSON.stringify([{ address: reference }])}::jsonb`;
  const paid = await trx.selectFrom('payoutHolds').select('subject').where(isForIt).executeTakeFirst();
  if (paid !== undefined) throw new OperatorFault(`${paid.subject} was paid out for it: it is the house's.`);
}

/** The payer took back what was booked. */
async function bookLost(context: AppContext, trx: Executor, { payment, to: how, operator }: Settling): Promise<string> {
  const { acquirer, id, reference, currency, left } = payment;
  const to = paths.worldCard(acquirer);
  const booked = await readEntry(trx, { idempotencyKey: `forgotten_payment:${acquirer}:${id}` });
  const lines = trx.selectFrom('ledgerLines').where('reference', '=', reference).where('path', '=', to);
  const sum = lines.select(({ fn }) => fn.sum<bigint | null>('amount').as('kept'));
  const { kept } = await sum.executeTakeFirstOrThrow();
  const amount = -(kept ?? 0n) - left;
  const from = booked?.postings[0]?.to;
  if (amount <= 0n || from === undefined) throw new OperatorFault(`Nothing that was booked of ${id} was taken back.`);
  const balance = from === paths.treasury ? 0n : await readBalance(trx, from, currency);
  const own = balance < amount ? balance : amount;
  const postings = [
    { from, to, amount: own, currency },
    { from: paths.chargebackLoss, to, amount: amount - own, currency },
  ].filter((posting) => posting.amount > 0n);
  const idempotencyKey = `forgotten_payment_lost:${acquirer}:${id}:${left}`;
  await postEntry(trx, context, { kind: 'forgotten_payment_lost', reference, idempotencyKey, postings });
  await recordSettled(context, trx, { payment, to: how, operator, amount });
  return `${withCode(amount, currency)} of ${id} are lost, ${withCode(own, currency)} of it from the balance.`;
}

async function recordSettled(
  context: AppContext,
  trx: Executor,
  { payment, to, operator, amount }: Settling & { amount: bigint },
): Promise<void> {
  const { acquirer, id, reference, currency } = payment;
  const details = { acquirer, reference, to, amount: amount.toString(), currency };
  await recordAction(context, trx, { operator, action: 'forgotten_payment_settled', subject: id, details });
}

function selectOwner(executor: Executor, niceId: string) {
  return executor.selectFrom('clients').select(['niceId', 'deletedAt']).where('niceId', '=', niceId);
}

/** Locks the client's row: decisions about one client are serialized, and the account cannot be closed meanwhile. */
async function requireOwner(trx: Executor, niceId: string) {
  const owner = await selectOwner(trx, niceId).forUpdate().executeTakeFirst();
  if (owner === undefined) throw new OperatorFault(`There is no client ${niceId}.`);
  return owner;
}

async function requireOpen(trx: Executor, client: string): Promise<void> {
  const { deletedAt } = await requireOwner(trx, client);
  if (deletedAt !== null) throw new OperatorFault(`The account of ${client} is closed: it takes nothing.`);
}

function requireAccount(client: string, why: string): string {
  const account = accounts.find((one) => one.why === why);
  if (account === undefined) throw new OperatorFault(`Money is kept as held, left or small, and not as ${why}.`);
  return account.path(client);
}

/** Where a deposit is lost after it was booked, its client would pay for it with other coins. */
async function requireSettled(trx: Executor, niceId: string, currency: string): Promise<void> {
  const open = await trx
    .selectFrom('deposits')
    .innerJoin('clients', 'clients.clientId', 'deposits.clientId')
    .select('depositId')
    .where('niceId', '=', niceId)
    .where('currency', '=', currency)
    .where('isWaiting', '=', true)
    .where('status', '<>', 'settled')
    .limit(1)
    .executeTakeFirst();
  if (open !== undefined) throw new OperatorFault('A deposit of it is not settled yet: try again in a few minutes.');
}

/** Their client no longer reads them as waiting. */
async function endWaiting(trx: Executor, niceId: string, currency: string): Promise<void> {
  await trx
    .updateTable('deposits')
    .set({ isWaiting: false })
    .where('currency', '=', currency)
    .where('isWaiting', '=', true)
    .where('clientId', '=', ({ selectFrom }) => selectFrom('clients').select('clientId').where('niceId', '=', niceId))
    .execute();
}

async function requireKept(trx: Executor, path: string, currency: string): Promise<bigint> {
  const amount = await readBalance(trx, path, currency);
  if (amount <= 0n) throw new OperatorFault(`Nothing in ${currency} is kept on ${path}.`);
  return amount;
}

function withCode(amount: bigint, code: string): string {
  return `${formatUnits(amount, code)} ${code}`;
}
