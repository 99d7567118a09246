import { formatUnits } from '@causeway/domain/currencies/format-units';
import { sql } from 'kysely';
import type { AppContext } from '../../../context.ts';
import type { Executor } from '../../../database/db.ts';
import { postEntry } from '../../../ledger/entry.ts';
import { paths } from '../../../ledger/paths.ts';
import type { Acquirer, AcquirerPayment } from '../../../providers/acquirer/port.ts';
import { isChain } from '../../../config/config-chains.ts';
import { ProviderError } from '../../../providers/provider-error.ts';
import { findOrderOfPayment } from '../../acquirer-payins/store.ts';
import { clearAlarm } from '../../alarms/raise-alarm.ts';
import {
  bookForgottenLoss,
  applyForgottenPayment,
  leftOf,
  readForgottenPayment,
} from '../../forgotten-payments/forgotten-payment.ts';
import { findOrder } from '../../order-lifecycle/store.ts';
import { listHolds, writePayments } from '../../payout-holds/store.ts';
import { OperatorFault, recordAction } from '../../operators/record-action.ts';
import { askSecondPerson } from '../../operators/second-person.ts';
import { requireOpen } from '../kept-money.ts';
import { listOwnSpends } from './book-forgotten.ts';

/**
 * Decides a card payment whose order a restore forgot: `to` is the client whose balance takes it, `back` to its payer,
 * or `house` where it was paid out for. What its payer takes back later is `lost`: the client's balance gives it as far
 * as it goes, and the operator bears the rest; `won` is what of that is there again. `back` can be given again where
 * the acquirer did not answer.
 *
 * @param given acquirer, its number of the payment, `to`, and transactions that were sent for something else
 * @throws OperatorFault where the books know the payment, it was decided already, nothing of it is there, or what was
 *   released as the house's may have been sent for it
 */
export async function settleForgottenPayment(
  context: AppContext,
  operator: string,
  [name = '', id = '', to = '', ...although]: readonly string[],
): Promise<string> {
  const acquirer = context.providers.acquirers.all.find((one) => one.name === name);
  if (acquirer === undefined) throw new OperatorFault(`There is no acquirer ${name}.`);
  const outside = await acquirer.getPayment(id).catch((error: unknown) => {
    if (error instanceof ProviderError && error.kind === 'refused')
      throw new OperatorFault(`${name} knows no payment ${id}.`);
    throw error;
  });
  const { reference, currency, amount } = outside;
  const left = leftOf(outside);
  if (left === undefined) throw new OperatorFault(`${amount} ${currency} is no amount.`);
  if (to === 'won') return settleWon(context, acquirer, outside);
  const settling = { payment: { ...outside, acquirer: name, left }, to, operator, although };
  const book = to === 'lost' ? bookLost : bookForgottenPayment;
  const text = await context.db.transaction().execute((trx) => book(context, trx, settling));
  if (to === 'back' && left > 0n)
    await acquirer.refundPayment({ key: `refund-forgotten-${id}`, id, amount: formatUnits(left, currency), currency });
  // Until its payer has it, the alarm stays: what was asked may have been refused.
  await context.db.transaction().execute((trx) => clearAlarm(context, trx, 'payment_mismatch', [id, reference]));
  return text;
}

/** The acquirer's news are booked by themselves; this asks for them. */
async function settleWon(context: AppContext, acquirer: Acquirer, outside: AcquirerPayment): Promise<string> {
  const { id, currency, status } = outside;
  const { won } = await applyForgottenPayment(context, acquirer, outside);
  if (won === 0n) throw new OperatorFault(`Nothing that was lost of ${id} was won back: it is ${status}.`);
  return `${withCode(won, currency)} of ${id} were won back.`;
}

interface Settling {
  /** `left`: what its payer does not have back. */
  payment: AcquirerPayment & { acquirer: string; left: bigint };
  to: string;
  operator: string;
  /** Transactions that were sent for something else. */
  although: readonly string[];
}

async function bookForgottenPayment(context: AppContext, trx: Executor, settling: Settling): Promise<string> {
  const { payment, to, operator, although } = settling;
  const { acquirer, id, reference, currency, left, status } = payment;
  const idempotencyKey = `forgotten_payment:${acquirer}:${id}`;
  const [from, between] = [paths.worldCard(acquirer), paths.unplaced(acquirer)];
  const known = (await findOrderOfPayment(trx, acquirer, id)) ?? (await findOrder(trx, { niceId: reference }));
  if (known !== undefined) throw new OperatorFault(`The books know ${id}: it is of ${reference}.`);
  const decided = await readForgottenPayment(trx, payment);
  if (decided !== undefined && (to !== 'back' || decided.to !== between))
    throw new OperatorFault(`${id} was decided already.`);
  const amount = decided?.given ?? left;
  if (decided === undefined) {
    if (amount <= 0n) throw new OperatorFault(`Nothing of ${id} is there: it is ${status}.`);
    if (to !== 'house') await requireUnpaid(trx, payment, although);
    const isClient = to !== 'house' && to !== 'back';
    if (isClient) await requireOpen(trx, to);
    const subject = [acquirer, id, to, ...although].join(' ');
    const release = { operator, command: 'settle-payment', subject, moves: [{ amount, currency }] };
    const asked = to === 'back' ? undefined : await askSecondPerson(context, trx, release);
    if (asked !== undefined) return asked;
    const taker = isClient ? paths.client(to) : to === 'back' ? between : paths.treasury;
    const postings = [{ from, to: taker, amount, currency }];
    if (to === 'back') postings.push({ from: between, to: from, amount, currency });
    await postEntry(trx, context, { kind: 'forgotten_payment', reference, idempotencyKey, postings });
  }
  await recordSettled(context, trx, settling, amount);
  return `${withCode(amount, currency)} of ${id}: ${to}.`;
}

const dayMs = 24 * 3_600_000;

/**
 * As long as payouts are held it is not known what was paid out, and for which payment. A bank and an acquirer name the
 * order that they paid for; a chain does not, so a person has to say of each transaction that was released as the
 * house's since the payment was made that it was sent for something else.
 */
async function requireUnpaid(
  trx: Executor,
  { reference, approvedAt }: AcquirerPayment,
  although: readonly string[],
): Promise<void> {
  const [open] = await listHolds(trx);
  if (open !== undefined)
    throw new OperatorFault(`Pay-outs on ${open.chain} are held, one of them may be for it: release-chain first.`);
  const isForIt = sql<boolean>`details -> 'payments' @> ${JSON.stringify([{ address: reference }])}::jsonb`;
  const paid = await trx.selectFrom('payoutHolds').select('subject').where(isForIt).executeTakeFirst();
  if (paid !== undefined) throw new OperatorFault(`${paid.subject} was paid out for it: it is the house's.`);
  const since = (approvedAt?.getTime() ?? 0) - dayMs;
  const rest = (await listOwnSpends(trx))
    .filter(({ chain, openedAt }) => isChain(chain) && openedAt.getTime() > since)
    .filter(({ subject }) => !although.includes(subject));
  if (rest.length === 0) return;
  const named = rest.map(
    ({ chain, subject, details, openedAt }) =>
      `${chain} ${subject}: ${writePayments(details)}, found ${openedAt.toISOString()}`,
  );
  throw new OperatorFault(
    [
      "It may have been paid out for: this was released as the house's, and no client is named for it.",
      ...named,
      'Where one of them was sent for this payment, it is "house". Where a client spent a balance for one, book-forgotten',
      'first. Where one was sent for something else, add --although <its transaction>, each by itself.',
    ].join('\n'),
  );
}

/** The payer took back what was booked. */
async function bookLost(context: AppContext, trx: Executor, settling: Settling): Promise<string> {
  const { id, currency } = settling.payment;
  const booked = await bookForgottenLoss(context, trx, settling.payment);
  if (booked === undefined) throw new OperatorFault(`Nothing that was booked of ${id} was taken back.`);
  const { amount, own } = booked;
  await recordSettled(context, trx, settling, amount);
  return `${withCode(amount, currency)} of ${id} are lost, ${withCode(own, currency)} of it from the balance.`;
}

async function recordSettled(
  context: AppContext,
  trx: Executor,
  { payment: { acquirer, id, reference, currency }, to, operator, although }: Settling,
  amount: bigint,
): Promise<void> {
  const details = { acquirer, reference, to, amount: amount.toString(), currency, although: although.join(' ') };
  await recordAction(context, trx, { operator, action: 'forgotten_payment_settled', subject: id, details });
}

function withCode(amount: bigint, code: string): string {
  return `${formatUnits(amount, code)} ${code}`;
}
