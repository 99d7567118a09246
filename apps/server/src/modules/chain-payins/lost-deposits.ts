import { isBeforeMoney } from '@causeway/domain/orders/order-transitions';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { readBalance } from '../../ledger/balances.ts';
import { postEntry } from '../../ledger/entry.ts';
import { paths } from '../../ledger/paths.ts';
import { clearAlarm, raiseAlarm } from '../alarms/raise-alarm.ts';
import { insertRefund } from '../order-lifecycle/insert-refund.ts';
import { type OrderRow, lockOrder } from '../order-lifecycle/store.ts';
import { uncountMoney, undoExchange } from '../settlement/undo-exchange.ts';
import { creditToOrder } from './credit-deposit.ts';
import { bearLoss, creditKey, endLoss, reopenLosses, settleLosses } from './deposit-losses.ts';
import type { DepositRow } from './store.ts';

/** On Bitcoin: whether a payout may use the output of a deposit. */
async function setOutputSpendable(
  trx: Executor,
  { chain, txid, outputIndex }: DepositRow,
  isSpendable: boolean,
): Promise<void> {
  await trx
    .updateTable('walletOutputs')
    .set({ isSpendable })
    .where('chain', '=', chain)
    .where('txid', '=', txid)
    .where('outputIndex', '=', outputIndex)
    .where('origin', '=', 'deposit')
    .execute();
}

/**
 * Handles a booked deposit that a reorganisation removed. An order that still holds it pays for it, also where its
 * exchange is reversed because the payout is not signed yet; the operator bears the rest until it is back or paid
 * again, and what of it is on a balance is held. Losses that the deposit had paid again are open again.
 */
export async function loseDeposit(context: AppContext, deposit: DepositRow): Promise<void> {
  const { depositId, chain, amount, currency, txid, outputIndex } = deposit;
  await context.db.transaction().execute(async (trx) => {
    const order = deposit.orderId === null ? undefined : await lockOrder(trx, deposit.orderId);
    const turn = await markLost(trx, depositId);
    if (turn === undefined) return;
    await setOutputSpendable(trx, deposit, false);
    const { reopened, others } =
      order === undefined ? { reopened: 0n, others: [] } : await reopenLosses(context, trx, order, depositId);
    const lostNow = { ...deposit, turns: turn };
    const byOrder = order === undefined ? 0n : await chargeOrder(context, trx, order, lostNow, amount - reopened);
    const to = paths.worldChain(chain);
    const from = order === undefined ? '' : paths.order(order.niceId);
    await postEntry(trx, context, {
      kind: 'deposit_lost',
      reference: `${txid}:${outputIndex}`,
      idempotencyKey: `deposit_lost:${depositId}:${turn}`,
      postings: [
        { from, to, amount: byOrder, currency },
        { from: paths.lostDeposits, to, amount: amount - byOrder, currency },
      ].filter((posting) => posting.amount > 0n),
    });
    const lossSettled = reopened + byOrder;
    await trx.updateTable('deposits').set({ lossSettled }).where('depositId', '=', depositId).execute();
    const lost = amount - lossSettled;
    if (order !== undefined) await bearLoss(context, trx, order, lostNow, { lost, others });
    if (order !== undefined && byOrder > 0n) await returnRest(context, trx, order, deposit);
    // A deposit that only paid for losses, which are open again, is reported with them.
    if (reopened === amount) return;
    await raiseAlarm(context, trx, {
      kind: 'deposit_lost',
      subject: `${txid}:${outputIndex}`,
      details: { currency, amount: amount.toString(), open: lost.toString() },
    });
  });
}

async function markLost(trx: Executor, depositId: string): Promise<number | undefined> {
  const lost = await trx
    .updateTable('deposits')
    .set((values) => ({ status: 'lost', turns: values('turns', '+', 1) }))
    .where('depositId', '=', depositId)
    .where('status', '=', 'credited')
    .returning('turns')
    .executeTakeFirst();
  return lost?.turns;
}

/** @returns how much of what is lost the order itself pays for */
async function chargeOrder(
  context: AppContext,
  trx: Executor,
  order: OrderRow,
  { depositId, turns, currency }: DepositRow,
  lost: bigint,
): Promise<bigint> {
  if (order.payinCurrency !== currency || lost === 0n) return 0n;
  const isWaiting = isBeforeMoney(order.status);
  if (isWaiting) {
    await uncountMoney(context, trx, order, creditKey(depositId, turns - 1), { reason: 'deposit_gone' });
  } else if (!(await undoExchange(context, trx, order, 'deposit_gone'))) return 0n;
  // A surplus may have gone to the balance already.
  const held = await readBalance(trx, paths.order(order.niceId), currency);
  return held < lost ? held : lost;
}

/** What other deposits brought to an order that is stopped is the client's. */
async function returnRest(
  context: AppContext,
  trx: Executor,
  order: OrderRow,
  { depositId }: DepositRow,
): Promise<void> {
  const { niceId, payinCurrency: currency } = order;
  const amount = isBeforeMoney(order.status) ? 0n : await readBalance(trx, paths.order(niceId), currency);
  if (amount <= 0n) return;
  const refund = { method: 'balance', reason: 'deposit_gone', sourceKey: `lost:${depositId}`, amount, currency };
  await insertRefund(context, trx, { ...order, status: 'error' }, refund);
}

/**
 * Handles a lost deposit that is in the chain again: the operator gets back what it bore. What the order gave for it,
 * or was paid again meanwhile, settles other losses of the order first, and then comes to the order like other money.
 */
export async function regainDeposit(context: AppContext, deposit: DepositRow): Promise<void> {
  const { depositId, txid, outputIndex } = deposit;
  await context.db.transaction().execute(async (trx) => {
    // The order first, as all transactions lock them.
    const order = deposit.orderId === null ? undefined : await lockOrder(trx, deposit.orderId);
    const back = await trx
      .updateTable('deposits')
      .set((values) => ({ status: 'credited', turns: values('turns', '+', 1) }))
      .where('depositId', '=', depositId)
      .where('status', '=', 'lost')
      .returningAll()
      .executeTakeFirst();
    if (back === undefined) return;
    await setOutputSpendable(trx, deposit, true);
    await bookRegained(context, trx, back, order === undefined ? back.amount : back.amount - back.lossSettled);
    await clearAlarm(context, trx, 'deposit_lost', `${txid}:${outputIndex}`);
    if (order !== undefined) await returnToOrder(context, trx, order, back);
  });
}

async function bookRegained(context: AppContext, trx: Executor, deposit: DepositRow, amount: bigint): Promise<void> {
  const { depositId, turns, chain, currency, txid, outputIndex } = deposit;
  if (amount === 0n) return;
  await postEntry(trx, context, {
    kind: 'deposit_regained',
    reference: `${txid}:${outputIndex}`,
    idempotencyKey: `deposit_regained:${depositId}:${turns}`,
    postings: [{ from: paths.worldChain(chain), to: paths.lostDeposits, amount, currency }],
  });
}

async function returnToOrder(context: AppContext, trx: Executor, order: OrderRow, back: DepositRow): Promise<void> {
  await endLoss(context, trx, order, { ...back, turns: back.turns - 1 });
  const left = await settleLosses(context, trx, order, back, back.lossSettled);
  if (left > 0n) await creditToOrder(context, trx, order, back, left);
}
