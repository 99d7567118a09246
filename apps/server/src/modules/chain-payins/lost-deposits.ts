import { isBeforeMoney } from '@causeway/domain/orders/order-transitions';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { readBalance } from '../../ledger/balances.ts';
import { postEntry } from '../../ledger/entry.ts';
import { paths } from '../../ledger/paths.ts';
import { clearAlarm } from '../alarms/raise-alarm.ts';
import type { OrderRow } from '../order-lifecycle/store.ts';
import { uncountMoney } from '../settlement/receive-money.ts';
import { readUnlost, returnStopped, undoExchange } from '../settlement/undo-exchange.ts';
import { creditPayee } from './credit-deposit.ts';
import {
  bearLoss,
  bearTurn,
  creditKey,
  endLoss,
  lossKey,
  notBelowZero,
  readDecided,
  readTurns,
  sayOpen,
  settleLosses,
} from './deposit-losses.ts';
import { addEvent, reportLoss } from '../order-lifecycle/notify-held.ts';
import { type DepositRow, type Payee, lockPayee } from './store.ts';

/**
 * Handles a booked deposit that a reorganisation removed. An order that still holds it pays for it, also where its
 * exchange is reversed because the payout is not signed yet, and a client by deposits that wait; the operator bears
 * the rest until it is back or paid again, and what of it is on a balance is held. Losses that the deposit had paid
 * again are open again.
 */
export async function loseDeposit(context: AppContext, deposit: DepositRow): Promise<void> {
  const { depositId, chain, amount, currency, txid, outputIndex } = deposit;
  await context.db.transaction().execute(async (trx) => {
    const payee = await lockPayee(trx, deposit);
    const turn = await markLost(trx, depositId);
    if (turn === undefined) return;
    const { reopened, others } =
      payee === undefined ? { reopened: 0n, others: [] } : await reopenLosses(context, trx, payee, depositId);
    const lostNow = { ...deposit, turns: turn };
    const { from, charged } = await chargePayee(context, trx, payee, lostNow, amount - reopened);
    const to = paths.worldChain(chain);
    await postEntry(trx, context, {
      kind: 'deposit_lost',
      reference: `${txid}:${outputIndex}`,
      idempotencyKey: `deposit_lost:${depositId}:${turn}`,
      postings: [
        { from, to, amount: charged, currency },
        { from: paths.lostDeposits, to, amount: amount - charged, currency },
      ].filter((posting) => posting.amount > 0n),
    });
    const lossSettled = reopened + charged;
    await trx.updateTable('deposits').set({ lossSettled }).where('depositId', '=', depositId).execute();
    const lost = amount - lossSettled;
    if (payee !== undefined) await bearLoss(context, trx, payee, lostNow, { open: lost, others });
    if (payee?.order !== undefined && charged > 0n) await returnRest(context, trx, payee.order, deposit);
    if (lost > 0n) await reportLoss(context, trx, payee?.order, { key: lossKey(lostNow), reason: 'deposit_gone' });
    // A deposit that only paid for losses, which are open again, is reported with them.
    if (reopened === amount) return;
    await sayOpen(context, trx, { ...lostNow, lossSettled });
  });
}

/**
 * A deposit that had paid for losses is lost itself: they are open again.
 *
 * @returns how much of the deposit goes with losses that are open again, and those that are back in the chain
 *   meanwhile: what their own money became is what is left of it
 */
async function reopenLosses(
  context: AppContext,
  trx: Executor,
  payee: Payee,
  byDepositId: string,
): Promise<{ reopened: bigint; others: DepositRow[] }> {
  const settlements = await trx
    .updateTable('depositSettlements')
    .set({ isUndone: true })
    .where('byDepositId', '=', byDepositId)
    .where('isUndone', '=', false)
    .returning(['lostDepositId', 'turn', 'amount'])
    .execute();
  const [others, reopened]: [DepositRow[], bigint[]] = [[], []];
  for (const { lostDepositId, turn, amount } of settlements) {
    const loss = await trx
      .selectFrom('deposits')
      .selectAll()
      .where('depositId', '=', lostDepositId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    // It may have been back since then: what came for it then pays for no later loss.
    const isOfThis = loss.status === 'lost' && (await readTurns(trx, loss)).first <= turn;
    if (isOfThis) reopened.push(await reopenLoss(context, trx, payee, loss, amount));
    else others.push(loss);
  }
  return { reopened: reopened.reduce((sum, amount) => sum + amount, 0n), others };
}

/** What had paid for a part of a loss is lost: so is that part by itself, but for what a person has decided about. */
async function reopenLoss(
  context: AppContext,
  trx: Executor,
  payee: Payee,
  loss: DepositRow,
  amount: bigint,
): Promise<bigint> {
  const before = loss.amount - loss.lossSettled;
  const renewed = { ...loss, lossSettled: loss.lossSettled - amount };
  const { decided } = await readDecided(trx, payee, renewed);
  const more = notBelowZero(before + amount - decided) - notBelowZero(before - decided);
  await bearTurn(context, trx, payee, renewed, { open: amount, decided: amount - more });
  await sayOpen(context, trx, renewed);
  return amount;
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

/** @returns how much of what is lost its payee itself pays for, and from where */
async function chargePayee(
  context: AppContext,
  trx: Executor,
  payee: Payee | undefined,
  deposit: DepositRow,
  lost: bigint,
): Promise<{ from: string; charged: bigint }> {
  if (payee === undefined) return { from: '', charged: 0n };
  const { order, client } = payee;
  if (order !== undefined)
    return { from: paths.order(order.niceId), charged: await chargeOrder(context, trx, order, deposit, lost) };
  const from = paths.waiting(client.niceId);
  const ended = await trx
    .updateTable('deposits')
    .set({ isWaiting: false })
    .where('depositId', '=', deposit.depositId)
    .where('isWaiting', '=', true)
    .executeTakeFirst();
  const waiting = ended.numUpdatedRows === 0n ? 0n : await readBalance(trx, from, deposit.currency);
  return { from, charged: waiting < lost ? waiting : lost };
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
  if (isBeforeMoney(order.status)) {
    await uncountMoney(context, trx, order, creditKey(depositId, turns - 1), { reason: 'deposit_gone' });
  } else {
    // What came beside the order's own payment is no reason to stop it.
    const isOfOrder = await isAccepted(trx, { depositId, turns });
    if (!isOfOrder || !(await undoExchange(context, trx, order, 'deposit_gone'))) return 0n;
  }
  // A surplus may have gone to the balance already.
  const held = await readUnlost(trx, order, await readBalance(trx, paths.order(order.niceId), currency));
  return held < lost ? held : lost;
}

/** Whether an order took a deposit as its payment, at first or after any of its turns. */
async function isAccepted(trx: Executor, { depositId, turns }: Pick<DepositRow, 'depositId' | 'turns'>) {
  const keys = Array.from({ length: turns }, (_turn, turn) => creditKey(depositId, turn));
  const taken = trx.selectFrom('receivedMoney').select('moneyKey').where('moneyKey', 'in', keys);
  return (await taken.where('isAccepted', '=', true).limit(1).executeTakeFirst()) !== undefined;
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
  const stopped = { ...order, status: 'error' } as const;
  await returnStopped(context, trx, stopped, { reason: 'deposit_gone', sourceKey: `lost:${depositId}`, amount });
}

/**
 * Handles a lost deposit that is in the chain again: the operator gets back what it bore. What the payee gave for it,
 * or was paid again meanwhile, settles other losses of its address or client first, and then comes to the payee like
 * other money.
 */
export async function regainDeposit(context: AppContext, deposit: DepositRow): Promise<void> {
  const { depositId, txid, outputIndex } = deposit;
  await context.db.transaction().execute(async (trx) => {
    // The order first, as all transactions lock them.
    const payee = await lockPayee(trx, deposit);
    const back = await trx
      .updateTable('deposits')
      .set((values) => ({ status: 'credited', turns: values('turns', '+', 1) }))
      .where('depositId', '=', depositId)
      .where('status', '=', 'lost')
      .returningAll()
      .executeTakeFirst();
    if (back === undefined) return;
    await bookRegained(context, trx, back, payee === undefined ? back.amount : back.amount - back.lossSettled);
    await clearAlarm(context, trx, 'deposit_lost', `${txid}:${outputIndex}`);
    if (payee !== undefined) await returnToPayee(context, trx, payee, back);
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

async function returnToPayee(context: AppContext, trx: Executor, payee: Payee, back: DepositRow): Promise<void> {
  await endLoss(context, trx, payee, { ...back, turns: back.turns - 1 });
  const left = await settleLosses(context, trx, payee, back, back.lossSettled);
  if (left > 0n) await creditPayee(context, trx, payee, back, left);
  if (payee.order !== undefined) await addEvent(context, trx, payee.order, 'payment_regained');
}
