import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import { isChain } from '../../config/config-chains.ts';
import type { Executor } from '../../database/db.ts';
import { type OrderRow, findOrder, lockOrder } from '../order-lifecycle/store.ts';
import { askSecondPerson } from '../operators/second-person.ts';
import { quoteRecord } from '../pricing/quote-record.ts';
import { isOut } from '../../providers/acquirer/shapes.ts';
import { spellTxid } from '../../providers/chain-settings.ts';
import { findPayinMethod } from '../payin-methods/find-payin-method.ts';
import { payoutAcquirer } from '../cards/rules.ts';
import { depositChains } from '../chain-payins/chain-payin.ts';
import { findPayout } from '../chain-payouts/store.ts';
import { readToEnd } from '../chain-wallets/agree-with-chain.ts';
import { findOvertaken, isOwnTransaction, isSameMovement, paidTo } from '../chain-wallets/own-spends.ts';
import { walletAddress } from '../chain-wallets/wallets.ts';
import { isBooked, isDecided, isNotBack } from '../forgotten-payments/forgotten-payment.ts';
import type { OutsidePayout } from '../payout-holds/agree-with-provider.ts';
import { listHolds, type PayoutHold, toHold, writePayments } from '../payout-holds/store.ts';
import { isAddressConfirmed } from '../partners/find-partner.ts';
import { findPayoutMethod } from '../payout-methods/find-payout-method.ts';
import { offerNow } from '../settlement/decide-money.ts';
import {
  type HoldDecision,
  type Settlement,
  convertOrder,
  endHold,
  exchangeOrder,
} from '../settlement/exchange-order.ts';
import { refundOrder } from '../settlement/refund.ts';
import { OperatorFault, recordAction } from '../operators/record-action.ts';
import { describeOther } from './outside-payouts.ts';
import { listOutside } from './forgotten/settle-payment.ts';

/** Orders that wait for a person, the oldest first; amounts in cents of EUR at the day's median. */
export async function listHeldOrders({ db }: Pick<AppContext, 'db'>) {
  return db
    .selectFrom('orderHolds')
    .innerJoin('orders', 'orders.orderId', 'orderHolds.orderId')
    .select(['niceId', 'orderHolds.reason', 'orderHolds.details', 'heldAt'])
    .where('decision', 'is', null)
    .orderBy('heldAt')
    .execute();
}

interface HeldOrder {
  niceId: string;
  operator: string;
}

/**
 * Exchanges a held order at the price at which it was held, once its provider has said that the money is still there.
 * Where the client was asked about the money and a restore forgot the answer, a person gives it after the outside has
 * paid.
 *
 * @throws OperatorFault, ProviderError
 */
export async function releaseOrder(context: AppContext, { niceId, operator }: HeldOrder): Promise<string | undefined> {
  const held = await findOrder(context.db, { niceId });
  const isAsked = held !== undefined && held.decisionKind !== '';
  if (held?.status === 'processing' || isAsked)
    await findPayinMethod(held.pricing.payinProvider).recheck(context, held.orderId);
  return context.db.transaction().execute(async (trx) => {
    if (isAsked) return acceptMoney(context, trx, held.orderId, operator);
    const moves = await readHeldAmount(trx, niceId);
    const asked = await askSecondPerson(context, trx, { operator, command: 'release', subject: niceId, moves });
    if (asked !== undefined) return asked;
    const { order, settlement } = await endHoldOf(context, trx, niceId, 'exchanged');
    if (!(await isAddressConfirmed(trx, order)))
      throw new OperatorFault(`Name where the pages of ${order.partnerKey} pay to: partners set --default.`);
    await convertOrder(context, trx, order, settlement);
    await recordAction(context, trx, { operator, action: 'order_released', subject: niceId });
    return undefined;
  });
}

/** The client's yes, at the present price: an open hold of the order's chain has paid its address. */
async function acceptMoney(
  context: AppContext,
  trx: Executor,
  orderId: string,
  operator: string,
): Promise<string | undefined> {
  const order = await lockOrder(trx, orderId);
  const { niceId, decisionKind, receivedAmount: amount, payinCurrency: currency, payoutGroup: chain } = order;
  const sent = (await listHolds(trx, chain)).filter((hold) => paidTo(hold, order));
  const decided = await Promise.all(sent.map((hold) => isDecided(trx, hold)));
  if (decisionKind === '' || !decided.includes(false))
    throw new OperatorFault(`The client of ${niceId} decides about its money.`);
  const offer = await offerNow(context, trx, order);
  if ('refused' in offer) throw new OperatorFault(`${niceId} cannot be exchanged now: ${offer.refused}.`);
  const release = { operator, command: 'release', subject: niceId, moves: [{ amount, currency }] };
  const asked = await askSecondPerson(context, trx, release);
  if (asked !== undefined) return asked;
  await exchangeOrder(context, trx, order, offer, { reason: 'payment_accepted', actor: 'system' });
  await recordAction(context, trx, { operator, action: 'order_released', subject: niceId });
}

/**
 * Refunds everything that a held order was paid with to its source, once the outside has said that it was not paid out:
 * a restore may have forgotten that it was released.
 *
 * @throws OperatorFault; ProviderError while the outside cannot be asked
 */
export async function returnHeldOrder(context: AppContext, { niceId, operator }: HeldOrder): Promise<void> {
  const held = await findOrder(context.db, { niceId });
  if (held !== undefined) await requireUnpaidOutside(context, held);
  await context.db.transaction().execute(async (trx) => {
    const { order } = await endHoldOf(context, trx, niceId, 'given_back');
    await refundOrder(context, trx, order, { reason: 'refund_started', actor: 'system' });
    await recordAction(context, trx, { operator, action: 'order_given_back', subject: niceId });
  });
}

async function requireUnpaidOutside(context: AppContext, order: OrderRow): Promise<void> {
  const { niceId, pricing, destinationAddress } = order;
  const { payoutProvider: provider } = pricing;
  if (await findPayoutMethod(provider).isUnknownOutside(context, order)) return;
  if (!isChain(provider))
    throw new OperatorFault(`The bank or the acquirer has paid ${niceId}: release ${niceId} books it so.`);
  const holds = await listHolds(context.db, provider);
  const paid = holds.find(({ details }) => details.payments.some(({ address }) => address === destinationAddress));
  if (paid === undefined)
    throw new OperatorFault(`What was sent on ${provider} is not known yet: give-back once chain-holds lists nothing.`);
  throw new OperatorFault(
    `${paid.subject} went to the address of ${niceId}: release ${niceId}, then by-hand ${niceId} ${paid.subject}.`,
  );
}

/** What a held order exchanges. */
async function readHeldAmount(trx: Executor, niceId: string) {
  const held = await trx
    .selectFrom('orderHolds')
    .innerJoin('orders', 'orders.orderId', 'orderHolds.orderId')
    .select('orderHolds.pricing')
    .where('niceId', '=', niceId)
    .where('decision', 'is', null)
    .executeTakeFirst();
  if (held === undefined) throw new OperatorFault(`The order ${niceId} is not held.`);
  const { exchanged: amount, payinCurrency: currency } = quoteRecord.parse(held.pricing);
  return [{ amount, currency }];
}

async function endHoldOf(
  context: AppContext,
  trx: Executor,
  niceId: string,
  decision: HoldDecision,
): Promise<{ order: OrderRow; settlement: Settlement }> {
  const found = await findOrder(trx, { niceId });
  if (found === undefined) throw new OperatorFault(`There is no order ${niceId}.`);
  const order = await lockOrder(trx, found.orderId);
  const settlement = await endHold(context, trx, order, decision);
  if (settlement === undefined) throw new OperatorFault(`The order ${niceId} is not held.`);
  return { order, settlement };
}

/** A transaction's id, or one that a bank or an acquirer gives. */
const idForm = /^(?:0x)?[0-9a-f]{64}$|^[a-z]{2,6}_\w{8,}$/i;

/** As the books spell it; listed where it holds, or held, what pays out. */
interface Proof {
  text: string;
  isListed: boolean;
  /** Where the bank or the acquirer has several for the order, all of them. */
  made?: readonly OutsidePayout[];
}

/**
 * Before a person says that an order was paid from elsewhere: what our own bank, acquirer or wallet has paid for it is
 * booked as that, and what looks like an id has paid it. Any other text is believed where none of ours can have.
 *
 * @throws OperatorFault; ProviderError while the outside cannot be asked
 */
export async function requireElsewhere(context: AppContext, niceId: string, typed: string): Promise<Proof> {
  const order = await findOrder(context.db, { niceId });
  if (order === undefined) return { text: typed, isListed: false };
  const proof = spellTxid(order.payoutGroup, typed);
  const outside = await listOutside(context, niceId);
  const [made, second] = outside.filter(isOut);
  if (made !== undefined && second === undefined && made.currency === order.payoutCurrency)
    throw new OperatorFault(
      `The bank or the acquirer has ${made.amount} ${made.currency} for ${niceId} under way or has paid it: ` +
        `retry ${niceId} books it so, after release-chain where pay-outs there are held.`,
    );
  const named = outside.find(({ id }) => id === proof);
  if (named !== undefined && !isOut(named))
    throw new OperatorFault(
      `${proof} came back: by-hand ${niceId} with one that did not; where all did, to-balance ${niceId}.`,
    );
  if (second !== undefined && named !== undefined) return { text: proof, isListed: false, made: outside };
  if ((await findSpend(context.db, proof)) !== undefined) return { text: proof, isListed: true };
  if (second !== undefined)
    throw new OperatorFault(describeOther(niceId, outside, { status: '', currency: order.payoutCurrency }) ?? '');
  if (idForm.test(proof)) await requirePayment(context, order, proof);
  else await requireUnsent(context, niceId);
  return { text: proof, isListed: false };
}

/**
 * What paid an order's address and is undecided has most likely paid that order, and a chain is read to its end first.
 *
 * @throws OperatorFault; ProviderError while the chain cannot be asked
 */
export async function requireUnsent(context: AppContext, niceId: string): Promise<void> {
  const order = await findOrder(context.db, { niceId });
  const chain = order?.payoutGroup ?? '';
  if (order === undefined || !isChain(chain)) return;
  const unread = await readToEnd(context, chain);
  if (unread !== undefined)
    throw new OperatorFault(`${unread} is not read to its end yet, and may have paid ${niceId}: give this again.`);
  for (const hold of (await listHolds(context.db, chain)).filter((one) => paidTo(one, order)))
    if (!(await isDecided(context.db, hold)))
      throw new OperatorFault(
        `${hold.subject} may have paid ${niceId}: by-hand ${niceId} ${hold.subject}, or first say what it was sent for.`,
      );
}

/** A transaction of a block that our wallet has not sent has to have paid the order. */
async function requirePayment(context: AppContext, order: OrderRow, proof: string): Promise<void> {
  const { niceId, destinationAddress, payoutCurrency, pricing } = order;
  const { payoutProvider: chain } = pricing;
  const found = isChain(chain) ? await depositChains[chain].read(context, proof) : undefined;
  if (!isChain(chain) || found === undefined || found.confirmations === 0)
    throw new OperatorFault(
      `${proof} is in no block of ${chain}, and no pay-out there that chain-holds lists. Where it is a number of another ` +
        'firm, give it with the name of that firm.',
    );
  const isOwn = found.senders.includes(walletAddress(context.config, chain));
  if (isOwn || (await isOwnTransaction(context.db, proof)))
    throw new OperatorFault(`${proof} is of our own wallet, and chain-holds does not list it: it is of another order.`);
  if (!found.payments.some((one) => one.recipient === destinationAddress && one.currency === payoutCurrency))
    throw new OperatorFault(`${proof} did not pay ${niceId}.`);
}

/**
 * What holds a chain, the bank or an acquirer, or held it and was booked as sent from elsewhere, and did not come back.
 * What was released otherwise has gone, or became a pay-out of the books.
 */
async function findSpend(executor: Executor, subject: string): Promise<PayoutHold | undefined> {
  const isSent = sql<boolean>`(released_at is null or exists (
    select from ledger_keys where idempotency_key = 'outside_spend:' || chain || ':' || payout_holds.subject))`;
  const spends = executor.selectFrom('payoutHolds').selectAll().where('reason', '=', 'unknown_spend').where(isNotBack);
  const holds = spends.where(isSent);
  const row = await holds.where('subject', '=', subject).executeTakeFirst();
  return row && toHold(row);
}

/** What looks like an id proves one order alone, and what holds a chain, the bank or an acquirer what it has paid. */
export async function requireProof(
  context: AppContext,
  trx: Executor,
  niceId: string,
  { text: proof, isListed }: Proof,
): Promise<void> {
  if (await isBooked(trx, proof))
    throw new OperatorFault(`${proof} is booked: a client spent a balance for it, so it did not pay ${niceId}.`);
  const hold = await findSpend(trx, proof);
  const order = await findOrder(trx, { niceId });
  if (order === undefined) return;
  const paid = await findPaidOrder(trx, proof);
  if (paid !== undefined && paid !== order.orderId)
    throw new OperatorFault(`${proof} is the pay-out of another order.`);
  if (isListed && hold === undefined)
    throw new OperatorFault(`chain-holds does not list ${proof} any more: give by-hand again.`);
  if (hold !== undefined) await requirePaid(context, trx, order, hold);
  if (idForm.test(proof) && (await isDecided(trx, { subject: proof })))
    throw new OperatorFault(`${proof} has paid another order: by-hand was given for it.`);
}

async function requirePaid(context: AppContext, trx: Executor, order: OrderRow, hold: PayoutHold): Promise<void> {
  const { niceId, pricing } = order;
  const { subject: proof, chain, details } = hold;
  const { bank } = context.providers;
  const [reference = ''] = details.payments.map(({ address }) => address);
  const wallet = pricing.payoutProvider === 'bank' ? bank.name : payoutAcquirer;
  // A bank and an acquirer name the order, where it was not paid there by a person.
  const isPaid = isChain(chain) ? paidTo(hold, order) : chain === wallet && !reference.startsWith('CW');
  if (!isPaid) throw new OperatorFault(`${proof} did not pay ${niceId}, but ${writePayments(details) || 'nothing'}.`);
  const overtaken = await findOvertaken(context, trx, hold);
  const isOwn = overtaken?.payoutId === (await findPayout(trx, order.orderId))?.payoutId;
  if (overtaken !== undefined && isSameMovement(overtaken, hold) && !isOwn)
    throw new OperatorFault(`${proof} is the pay-out of another order of that address: release-chain follows it.`);
}

/** The order whose pay-out a transaction is, also by bytes that were adopted or replaced. */
async function findPaidOrder(executor: Executor, txid: string): Promise<string | undefined> {
  const replaced = executor.selectFrom('replacedPayouts').select('payoutId').where('txid', '=', txid);
  const signed = executor
    .selectFrom('accountAttempts')
    .innerJoin('accountTransactions', 'accountTransactions.transactionId', 'accountAttempts.transactionId')
    .select('payoutId')
    .where('txid', '=', txid);
  const payouts = executor.selectFrom('payouts').select('orderId');
  const its = payouts.where(({ eb, or }) =>
    or([eb('txid', '=', txid), eb('payoutId', 'in', signed), eb('payoutId', 'in', replaced)]),
  );
  return (await its.executeTakeFirst())?.orderId;
}
