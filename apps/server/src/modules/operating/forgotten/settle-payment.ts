import { formatUnits } from '@causeway/domain/currencies/format-units';
import { isChain } from '../../../config/config-chains.ts';
import type { AppContext } from '../../../context.ts';
import type { Executor } from '../../../database/db.ts';
import { postEntry } from '../../../ledger/entry.ts';
import { paths } from '../../../ledger/paths.ts';
import type { Acquirer, AcquirerPayment } from '../../../providers/acquirer/port.ts';
import { ProviderError } from '../../../providers/provider-error.ts';
import { payoutAcquirer } from '../../cards/rules.ts';
import { findOrderOfPayment } from '../../acquirer-payins/store.ts';
import { clearAlarm } from '../../alarms/raise-alarm.ts';
import { recheckTransfer } from '../../bank-payins/outside-returns.ts';
import {
  applyForgottenPayment,
  lockDecision,
  readForgottenPayment,
  suspectPayout,
} from '../../forgotten-payments/forgotten-payment.ts';
import { leftOf } from '../../../providers/acquirer/shapes.ts';
import { findOrder } from '../../order-lifecycle/store.ts';
import { OperatorFault, recordAction } from '../../operators/record-action.ts';
import { askSecondPerson } from '../../operators/second-person.ts';
import { isHeldAsBalance } from '../../balance-deposits/deposit-options.ts';
import { getPriceList } from '../../currencies/get-price-list.ts';
import { requireOpen } from '../kept-money.ts';
import { requireRead } from '../release-payouts.ts';
import { holdUnplacedTransfer, returnFault, requireHere } from '../unplaced-transfers.ts';

/**
 * Decides a card payment or a bank transfer whose order a restore forgot: `to` is the client whose balance takes it,
 * `back` to its payer, or `house` where it was paid out for. What its payer takes back later books itself: the client's
 * balance gives it as far as it goes, and the operator bears the rest. `lost` asks for it, and `won` for what of that
 * is there again. `back` can be given again where the acquirer did not answer.
 *
 * @param given acquirer or bank, its number of the payment, `to`, and transactions that were sent for something else
 * @throws OperatorFault where the books know the payment, it was decided already, nothing of it is there, or what was
 *   released as the house's may have been sent for it
 */
export async function settleForgottenPayment(
  context: AppContext,
  operator: string,
  [name = '', id = '', to = '', ...although]: readonly string[],
): Promise<string> {
  if (name === context.providers.bank.name) return settleForgottenTransfer(context, { operator, id, to, although });
  const acquirer = context.providers.acquirers.all.find((one) => one.name === name);
  if (acquirer === undefined) throw new OperatorFault(`There is no acquirer or bank ${name}.`);
  const read = () => ask(name, id, () => acquirer.getPayment(id));
  if (!isOfNoClient.includes(to)) await requireRead(context, (await read()).approvedAt ?? new Date(0));
  const outside = await read();
  const { reference, currency, amount } = outside;
  const left = leftOf(outside);
  if (left === undefined) throw new OperatorFault(`${amount} ${currency} is no amount.`);
  if (to === 'won') return settleWon(context, acquirer, outside);
  if (to === 'lost') return settleLost(context, acquirer, outside, operator);
  const settling = { payment: { ...outside, acquirer: name, left }, to, operator, although };
  const text = await context.db.transaction().execute((trx) => bookForgottenPayment(context, trx, settling));
  if (to === 'back' && left > 0n)
    await acquirer.refundPayment({ key: `refund-forgotten-${id}`, id, amount: formatUnits(left, currency), currency });
  // Until its payer has it, the alarm stays: what was asked may have been refused.
  await context.db.transaction().execute((trx) => clearAlarm(context, trx, 'payment_mismatch', [id, reference]));
  return text;
}

/** What was paid out for a payment is asked for before it goes to a client or its payer. */
const isOfNoClient = ['house', 'lost', 'won'];

/** @throws OperatorFault where the provider does not know the payment */
async function ask<Answer>(name: string, id: string, answer: () => Promise<Answer>): Promise<Answer> {
  return answer().catch((error: unknown) => {
    if (error instanceof ProviderError && error.kind === 'refused')
      throw new OperatorFault(`${name} knows no payment ${id}.`);
    throw error;
  });
}

/** The acquirer's news are booked by themselves; this asks for them. */
async function settleWon(context: AppContext, acquirer: Acquirer, outside: AcquirerPayment): Promise<string> {
  const { id, currency, status } = outside;
  const { won } = await applyForgottenPayment(context, acquirer, outside);
  if (won === 0n) throw new OperatorFault(`Nothing that was lost of ${id} was won back: it is ${status}.`);
  return `${withCode(won, currency)} of ${id} were won back.`;
}

async function settleLost(
  context: AppContext,
  acquirer: Acquirer,
  outside: AcquirerPayment,
  operator: string,
): Promise<string> {
  const { id, currency } = outside;
  const { lost, stays } = await applyForgottenPayment(context, acquirer, outside, operator);
  if (stays === 0n) throw new OperatorFault(`Nothing that was booked of ${id} was taken back.`);
  if (lost === undefined) return `${withCode(stays, currency)} of ${id} are lost, as the books have it.`;
  const { amount, own } = lost;
  return `${withCode(amount, currency)} of ${id} are lost, ${withCode(own, currency)} of it from the balance.`;
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
  await lockDecision(trx, `${acquirer} ${id}`);
  const known = (await findOrderOfPayment(trx, acquirer, id)) ?? (await findOrder(trx, { niceId: reference }));
  if (known !== undefined) throw new OperatorFault(`The books know ${id}: it is of ${reference}.`);
  const decided = await readForgottenPayment(trx, payment);
  if (decided !== undefined && (to !== 'back' || decided.to !== between))
    throw new OperatorFault(`${id} was decided already.`);
  const amount = decided?.given ?? left;
  if (decided === undefined) {
    if (amount <= 0n) throw new OperatorFault(`Nothing of ${id} is there: it is ${status}.`);
    const since = payment.approvedAt ?? new Date(0);
    if (to !== 'house') await requireUnpaid(trx, { reference, since, although });
    const isClient = to !== 'house' && to !== 'back';
    if (isClient) await requireTaker(context, trx, { to, currency });
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

/** A balance takes only what can be spent from one. */
async function requireTaker(context: AppContext, trx: Executor, { to, currency }: { to: string; currency: string }) {
  const list = await getPriceList({ ...context, db: trx });
  if (!isHeldAsBalance(list, currency)) throw new OperatorFault(`No balance is kept in ${currency}: back, or house.`);
  await requireOpen(trx, to);
}

async function requireUnpaid(trx: Executor, money: Parameters<typeof suspectPayout>[1]): Promise<void> {
  const suspicion = await suspectPayout(trx, money);
  if (suspicion !== undefined) throw new OperatorFault(suspicion);
}

/**
 * A transfer lies aside since it came. What of it goes back is sent by the job that returns them, which waits for as
 * long as something else than the named transactions may have been sent for it.
 */
async function settleForgottenTransfer(
  context: AppContext,
  { operator, id, to, although }: { operator: string; id: string; to: string; although: readonly string[] },
): Promise<string> {
  const { bank } = context.providers;
  if (to === 'lost' || to === 'won') throw new OperatorFault('What the bank takes back of a transfer books itself.');
  const ofBank = context.db.selectFrom('bankTransfers').selectAll().where('outsideId', '=', id);
  const known = await ofBank.executeTakeFirst();
  if (known !== undefined && to !== 'house') await requireRead(context, known.bookedAt);
  const returns = await ask(bank.name, id, () => bank.findReturns(id));
  // What the bank has returned by itself is booked first.
  if (known !== undefined) await recheckTransfer(context, known);
  return context.db.transaction().execute(async (trx) => {
    const transfer = await holdUnplacedTransfer(trx, id);
    const { transferId, bookedAt: since, currency } = transfer;
    const isSent = returns.some(({ reference }) => reference.startsWith(transferId));
    if (isSent) throw returnFault(id);
    requireHere(context, transfer);
    const amount = transfer.amount - transfer.returnedOutside;
    if (to !== 'house') await requireUnpaid(trx, { since, although });
    const settled = trx.updateTable('bankTransfers').where('transferId', '=', transferId);
    if (to === 'back') await settled.set({ returnAfter: context.clock.now() }).execute();
    else {
      if (to !== 'house') await requireTaker(context, trx, { to, currency });
      const subject = [bank.name, id, to, ...although].join(' ');
      const release = { operator, command: 'settle-payment', subject, moves: [{ amount, currency }] };
      const asked = await askSecondPerson(context, trx, release);
      if (asked !== undefined) return asked;
      await settled.set({ status: 'settled', returnAfter: null }).execute();
      const taker = to === 'house' ? paths.treasury : paths.client(to);
      await postEntry(trx, context, {
        kind: 'forgotten_payment',
        reference: transferId,
        idempotencyKey: `forgotten_payment:${bank.name}:${id}`,
        postings: [{ from: paths.unplaced(bank.name), to: taker, amount, currency }],
      });
      await clearAlarm(context, trx, 'transfer_unplaced', id);
    }
    const payment = { acquirer: bank.name, id, reference: transferId, currency };
    await recordSettled(context, trx, { payment, to, operator, although }, amount);
    return `${withCode(amount, currency)} of ${id}: ${to}.`;
  });
}

async function recordSettled(
  context: AppContext,
  trx: Executor,
  {
    payment: { acquirer, id, reference, currency },
    to,
    operator,
    although,
  }: Pick<Settling, 'to' | 'operator' | 'although'> & {
    payment: Pick<Settling['payment'], 'acquirer' | 'id' | 'reference' | 'currency'>;
  },
  amount: bigint,
): Promise<void> {
  const details = { acquirer, reference, to, amount: amount.toString(), currency, although: although.join(' ') };
  await recordAction(context, trx, { operator, action: 'forgotten_payment_settled', subject: id, details });
}

function withCode(amount: bigint, code: string): string {
  return `${formatUnits(amount, code)} ${code}`;
}

/** What the bank or the acquirer has paid for an order or has under way. */
export async function listOutside({ db, providers }: AppContext, niceId: string) {
  const provider = (await findOrder(db, { niceId }))?.pricing.payoutProvider ?? '';
  if (isChain(provider)) return [];
  if (provider === 'bank') return providers.bank.findPayouts(niceId);
  const made = (await providers.acquirers.find(payoutAcquirer).vault?.findPayouts(niceId)) ?? [];
  return made.filter(({ status }) => status !== 'failed');
}
