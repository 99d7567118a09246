import { isBeforeMoney } from '@causeway/domain/orders/order-transitions';
import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { readBalance } from '../../ledger/balances.ts';
import { postEntry, readEntry } from '../../ledger/entry.ts';
import { paths } from '../../ledger/paths.ts';
import { clearAlarm, raiseAlarm } from '../alarms/raise-alarm.ts';
import { uncountMoney as uncountMonth } from '../limits/store.ts';
import { changeStatus } from '../order-lifecycle/change-status.ts';
import { readLost } from '../order-lifecycle/refund-payout.ts';
import { type OrderRow, lockOrder } from '../order-lifecycle/store.ts';
import { followForgotten, readForgottenPayment } from '../forgotten-payments/forgotten-payment.ts';
import { shareLoss } from '../partner-fees/partner-fee.ts';
import { uncountMoney } from '../settlement/receive-money.ts';
import { lockOwners } from '../losses/decided-holds.ts';
import { holdGiven, holdProceeds } from '../losses/follow-loss.ts';
import { reportLoss } from '../order-lifecycle/notify-held.ts';
import { readUnlost, returnStopped, undoExchange } from '../settlement/undo-exchange.ts';
import type { RefundRow } from '../settlement/refund.ts';
import { sumReturns } from './return-transfer.ts';
import {
  type TransferRow,
  isMadeOfTransfer,
  lockMatched,
  moneyKey,
  readTransferId,
  sumOpenRefunds,
  sumOwnRefunds,
} from './store.ts';

/** Asks the bank for the returns of all that came for an order. @throws ProviderError */
export async function recheckTransfers(context: AppContext, orderId: string): Promise<void> {
  const transfers = await context.db
    .selectFrom('bankTransfers')
    .select(['transferId', 'outsideId'])
    .where('orderId', '=', orderId)
    .where('status', '<>', 'returned')
    .execute();
  for (const transfer of transfers) await recheckTransfer(context, transfer);
}

/** Books what the bank has returned of a transfer and the books do not know. @throws ProviderError */
export async function recheckTransfer(
  context: AppContext,
  { transferId, outsideId }: Pick<TransferRow, 'transferId' | 'outsideId'>,
): Promise<void> {
  const returns = await context.providers.bank.findReturns(outsideId);
  if (returns.length === 0) return;
  await context.db.transaction().execute(async (trx) => {
    const { orderId } = await trx
      .selectFrom('bankTransfers')
      .select('orderId')
      .where('transferId', '=', transferId)
      .executeTakeFirstOrThrow();
    // The order first, as all transactions lock them.
    const order = orderId === null ? undefined : await lockOrder(trx, orderId);
    const transfer = await lockTransfer(trx, transferId);
    if (transfer.orderId !== orderId || transfer.status === 'returned') return;
    // A return of an unassigned transfer has its id, and is booked by the job that made it: at once, where it was
    // forgotten. Of any other transfer the bank has carried it out too late.
    const isUnplaced = transfer.status === 'unplaced';
    const others = returns.filter(({ reference }) => !isUnplaced || !reference.startsWith(transferId));
    const returnAfter = context.clock.now();
    const aside = trx.updateTable('bankTransfers').where('transferId', '=', transferId);
    if (others.length < returns.length) await aside.set({ returnAfter }).execute();
    await bookUnknown(context, trx, { order, transfer }, sumReturns(others, transfer.currency));
  });
}

/** Books in the caller's transaction, which holds the order, what the bank has returned of a transfer that it took. */
export async function bookReturned(
  context: AppContext,
  trx: Executor,
  { orderId, sourceKey }: RefundRow,
  atBank: bigint,
): Promise<void> {
  const order = await lockOrder(trx, orderId);
  await bookUnknown(context, trx, { order, transfer: await lockTransfer(trx, readTransferId(sourceKey)) }, atBank);
}

/** `atBank`: all that the bank has returned of the transfer, asked for by us or by others. */
async function bookUnknown(context: AppContext, trx: Executor, of: Returned, atBank: bigint): Promise<void> {
  const { order, transfer } = of;
  const whole = atBank < transfer.amount ? atBank : transfer.amount;
  const reversed = whole - (await sumOwnRefunds(trx, transfer)) - transfer.returnedOutside;
  if (reversed <= 0n) return;
  const returnedOutside = transfer.returnedOutside + reversed;
  const { transferId } = transfer;
  await trx.updateTable('bankTransfers').set({ returnedOutside }).where('transferId', '=', transferId).execute();
  await bookReturn(context, trx, { order, transfer: { ...transfer, returnedOutside } }, reversed);
}

async function lockTransfer(trx: Executor, transferId: string): Promise<TransferRow> {
  return trx
    .selectFrom('bankTransfers')
    .selectAll()
    .where('transferId', '=', transferId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

interface Returned {
  order: OrderRow | undefined;
  transfer: TransferRow;
}

async function bookReturn(context: AppContext, trx: Executor, returned: Returned, reversed: bigint): Promise<void> {
  const { order, transfer } = returned;
  if (order !== undefined && transfer.status === 'taken') return chargeOrder(context, trx, order, transfer, reversed);
  if (transfer.status === 'settled') return loseSettled(context, trx, transfer, reversed);
  const { transferId, bank, outsideId } = transfer;
  const isAside = (await readEntry(trx, { idempotencyKey: `bank_unplaced:${transferId}` })) !== undefined;
  if (isAside)
    await postReturn(context, trx, transfer, {
      from: paths.unplaced(bank),
      reference: transferId,
      own: reversed,
      reversed,
    });
  else await bookPassedThrough(context, trx, transfer, reversed);
  if (transfer.returnedOutside < transfer.amount) return;
  await trx.updateTable('bankTransfers').set({ status: 'returned' }).where('transferId', '=', transferId).execute();
  await clearAlarm(context, trx, 'transfer_unplaced', outsideId);
  if (order !== undefined) await endUnfed(context, trx, order.orderId);
}

/**
 * A person gave it to a client or the house: that balance gives it as far as it goes, and the house bears the rest;
 * what of that was spent is followed.
 */
async function loseSettled(context: AppContext, trx: Executor, transfer: TransferRow, reversed: bigint): Promise<void> {
  const { transferId: reference, bank, outsideId, currency } = transfer;
  const named = { acquirer: bank, id: outsideId, reference };
  const settled = await readForgottenPayment(trx, named);
  const from = settled?.to ?? paths.treasury;
  await lockOwners(trx, sql`select client_id from clients where nice_id = ${from.slice('client:'.length)}`);
  const balance = from === paths.treasury ? 0n : await readBalance(trx, from, currency);
  const own = balance < reversed ? balance : reversed;
  await postReturn(context, trx, transfer, { from, reference, own, reversed });
  const key = `transfer:${returnKey(transfer)}`;
  const taken = { from, to: paths.worldBank(bank), amount: own, currency };
  await followForgotten(context, trx, { ...named, key, lost: reversed - own, taken });
  const details = { status: 'returned', isSpent: own < reversed, amount: reversed.toString(), transfer: outsideId };
  await raiseAlarm(context, trx, { kind: 'chargeback', subject: outsideId, details });
}

/**
 * Ends an order that was made of a transfer and does not get it: it would wait in vain, and hold a part of its client's
 * limit.
 */
export async function endUnfed(context: AppContext, trx: Executor, orderId: string): Promise<void> {
  if (!(await isMadeOfTransfer(trx, orderId))) return;
  const { status: from, receivedAmount } = await lockOrder(trx, orderId);
  if (!isBeforeMoney(from) || receivedAmount > 0n || (await lockMatched(trx, orderId)).length > 0) return;
  await changeStatus(context, trx, { orderId, from, to: 'canceled', actor: 'system' });
}

/** All that was taken back of a transfer so far names what is taken now. */
function returnKey({ transferId, returnedOutside }: TransferRow): string {
  return `${transferId}:${returnedOutside}`;
}

/** Books an amount as come and gone: it was returned before anybody had it. */
export async function bookPassedThrough(
  context: AppContext,
  trx: Executor,
  transfer: TransferRow,
  amount: bigint,
): Promise<void> {
  const { transferId, bank, currency } = transfer;
  const [world, aside] = [paths.worldBank(bank), paths.unplaced(bank)];
  await postEntry(trx, context, {
    kind: 'bank_taken_back',
    reference: transferId,
    idempotencyKey: `bank_taken_back:${returnKey(transfer)}`,
    postings: [
      { from: world, to: aside, amount, currency },
      { from: aside, to: world, amount, currency },
    ],
  });
}

/** What an account gives for it by itself, and the house bears the rest. */
async function postReturn(
  context: AppContext,
  trx: Executor,
  transfer: TransferRow,
  { from, reference, own, reversed }: { from: string; reference: string; own: bigint; reversed: bigint },
): Promise<void> {
  const { bank, currency } = transfer;
  const to = paths.worldBank(bank);
  const postings = [
    { from, to, amount: own, currency },
    { from: paths.chargebackLoss, to, amount: reversed - own, currency },
  ];
  await postEntry(trx, context, {
    kind: 'bank_taken_back',
    reference,
    idempotencyKey: `bank_taken_back:${returnKey(transfer)}`,
    postings: postings.filter(({ amount }) => amount > 0n),
  });
}

/**
 * The sender has money back that an order was given. What the order still holds pays for it, also where its exchange is
 * reversed because the payout is not signed yet; spent money is the operator's loss, and what of it is on a balance is
 * held.
 */
async function chargeOrder(
  context: AppContext,
  trx: Executor,
  order: OrderRow,
  transfer: TransferRow,
  reversed: bigint,
): Promise<void> {
  const { niceId, status } = order;
  const { outsideId } = transfer;
  const { isAccepted } = await trx
    .selectFrom('receivedMoney')
    .select('isAccepted')
    .where('moneyKey', '=', moneyKey(transfer))
    .executeTakeFirstOrThrow();
  const isWaiting = isAccepted && isBeforeMoney(status);
  if (isWaiting)
    await uncountMoney(context, trx, order, moneyKey(transfer), { amount: reversed, reason: 'payment_refunded' });
  const isStopped = isAccepted && !isWaiting && (await undoExchange(context, trx, order, 'payment_refunded'));
  // A surplus may be on the balance.
  const left = isWaiting || isStopped ? await readUnlost(trx, order, await readLeft(trx, order)) : 0n;
  const own = left < reversed ? left : reversed;
  await postReturn(context, trx, transfer, { from: paths.order(niceId), reference: niceId, own, reversed });
  if (own < reversed) await bearLoss(context, trx, order, transfer, reversed - own);
  if (isStopped) await returnRest(context, trx, { ...order, status: 'error' }, transfer);
  if (isWaiting) return;
  const details = { status: 'returned', isSpent: own < reversed, amount: reversed.toString(), transfer: outsideId };
  await raiseAlarm(context, trx, { kind: 'chargeback', subject: niceId, details });
}

async function bearLoss(
  context: AppContext,
  trx: Executor,
  order: OrderRow,
  transfer: TransferRow,
  reversed: bigint,
): Promise<void> {
  const key = `transfer:${returnKey(transfer)}`;
  // What was left of a stopped order is on the balance as well, whichever transfer it had come by.
  const refunds = await trx
    .selectFrom('refunds')
    .select('refundId')
    .where('orderId', '=', order.orderId)
    .where('method', '=', 'balance')
    .where(({ eb, or }) => or([eb('sourceKey', '=', moneyKey(transfer)), eb('sourceKey', 'like', 'bank_rest:%')]))
    .execute();
  const entryKeys = refunds.map(({ refundId }) => `refund:${refundId}`);
  const about = { key, reason: 'payment_charged_back', expense: paths.chargebackLoss } as const;
  const { given, found } = await holdGiven(context, trx, order, { ...about, lost: reversed, entryKeys });
  // A part that was returned before may have been held of what was given already.
  if (reversed > found) await holdProceeds(context, trx, order, { ...about, lost: reversed - found });
  await shareLoss(context, trx, order, { ...about, lost: reversed - given });
  await reportLoss(context, trx, order, about);
  // Anybody may have paid at a merchant under this address: what was returned is no part of its owner's month.
  if (order.isMerchant && (await readLost(trx, order)) >= order.payinAmount) await uncountMonth(trx, order.orderId);
}

/** What an order holds of its payment, apart from what is on its way back. */
async function readLeft(trx: Executor, order: OrderRow): Promise<bigint> {
  const { niceId, payinCurrency: currency } = order;
  return (await readBalance(trx, paths.order(niceId), currency)) - (await sumOpenRefunds(trx, order));
}

/** What the sender does not have back of a stopped order is the client's. */
async function returnRest(context: AppContext, trx: Executor, order: OrderRow, transfer: TransferRow): Promise<void> {
  const amount = await readLeft(trx, order);
  if (amount <= 0n) return;
  const sourceKey = `bank_rest:${returnKey(transfer)}`;
  await returnStopped(context, trx, order, { reason: 'payment_refunded', sourceKey, amount });
}
