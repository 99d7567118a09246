import type { Executor } from '../../database/db.ts';
import type { DepositRow } from './store.ts';
import type { AppContext } from '../../context.ts';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { type Posting, postEntry } from '../../ledger/entry.ts';
import { clearAlarm, raiseAlarm } from '../alarms/raise-alarm.ts';
import { insertRefund } from '../order-lifecycle/insert-refund.ts';
import { type OrderRow, lockOrder } from '../order-lifecycle/store.ts';
import { holdProceeds, releaseProceeds, undoExchange } from '../settlement/undo-exchange.ts';
import { receivingAccount } from '../balance/client-balances.ts';
import { findClient } from '../clients/store.ts';

/** On Bitcoin: whether a pay-out may use the output that a deposit is. */
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
 * A reorganisation took a deposit away that had counted. A pay-out that nobody signed is stopped, and the order pays for
 * it; else the house bears it until it is back or paid again, and what is left of it on a balance is held.
 */
export async function loseDeposit(context: AppContext, deposit: DepositRow): Promise<void> {
  const { depositId, chain, amount, currency, txid, outputIndex } = deposit;
  await context.db.transaction().execute(async (trx) => {
    const order = deposit.orderId === null ? undefined : await lockOrder(trx, deposit.orderId);
    const turn = await markLost(trx, depositId);
    if (turn === undefined) return;
    await setOutputSpendable(trx, deposit, false);
    const paying = order !== undefined && (await stopOrder(context, trx, order, deposit)) ? order : undefined;
    await postEntry(trx, context, {
      kind: 'deposit_lost',
      reference: `${txid}:${outputIndex}`,
      idempotencyKey: `deposit_lost:${depositId}:${turn}`,
      postings: [
        {
          from: paying ? paths.order(paying.niceId) : paths.lostDeposits,
          to: paths.worldChain(chain),
          amount,
          currency,
        },
      ],
    });
    await trx
      .updateTable('deposits')
      .set({ lossBorneBy: paying ? 'order' : 'house', lossSettled: 0n })
      .where('depositId', '=', depositId)
      .execute();
    if (paying !== undefined) await returnRest(context, trx, paying, depositId);
    else if (order !== undefined && order.payinCurrency === currency)
      await holdProceeds(context, trx, order, { key: heldKey(depositId, turn), lost: amount });
    await raiseAlarm(context, trx, {
      kind: 'deposit_lost',
      subject: `${txid}:${outputIndex}`,
      details: { currency, amount: amount.toString() },
    });
  });
}

/** Names what is held for a deposit that was lost for the so-many-th time. */
function heldKey(depositId: string, turn: number): string {
  return `deposit:${depositId}:${turn}`;
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

async function stopOrder(context: AppContext, trx: Executor, order: OrderRow, deposit: DepositRow): Promise<boolean> {
  if (order.payinCurrency !== deposit.currency) return false;
  return undoExchange(context, trx, order, 'deposit_gone');
}

/** What other deposits brought is the client's. */
async function returnRest(context: AppContext, trx: Executor, order: OrderRow, depositId: string): Promise<void> {
  const { niceId, payinCurrency: currency } = order;
  const amount = await readBalance(trx, paths.order(niceId), currency);
  if (amount <= 0n) return;
  const refund = { method: 'balance', reason: 'deposit_gone', sourceKey: `lost:${depositId}`, amount, currency };
  await insertRefund(context, trx, { ...order, status: 'error' }, refund);
}

/** A deposit that had counted is in the chain again: the house has back what it bore, and the client the rest. */
export async function regainDeposit(context: AppContext, deposit: DepositRow): Promise<void> {
  const { depositId, txid, outputIndex } = deposit;
  await context.db.transaction().execute(async (trx) => {
    // The order first, as everybody locks them.
    if (deposit.orderId !== null) await lockOrder(trx, deposit.orderId);
    const back = await trx
      .updateTable('deposits')
      .set((values) => ({ status: 'credited', turns: values('turns', '+', 1) }))
      .where('depositId', '=', depositId)
      .where('status', '=', 'lost')
      .returningAll()
      .executeTakeFirst();
    if (back === undefined) return;
    await setOutputSpendable(trx, deposit, true);
    await postEntry(trx, context, {
      kind: 'deposit_regained',
      reference: `${txid}:${outputIndex}`,
      idempotencyKey: `deposit_regained:${depositId}:${back.turns}`,
      postings: await divide(context, trx, back),
    });
    await releaseProceeds(context, trx, heldKey(depositId, back.turns - 1));
    await clearAlarm(context, trx, 'deposit_lost', `${txid}:${outputIndex}`);
  });
}

/** What the house bore is its own; what the order gave back, or was paid again meanwhile, is the client's. */
async function divide(context: AppContext, trx: Executor, deposit: DepositRow): Promise<Posting[]> {
  const { chain, amount, currency, lossBorneBy, lossSettled, orderId } = deposit;
  const from = paths.worldChain(chain);
  const ours = lossBorneBy === 'order' ? 0n : amount - lossSettled;
  const house: Posting = { from, to: paths.lostDeposits, amount: ours, currency };
  if (ours === amount || orderId === null) return [{ ...house, amount }];
  const { clientId, niceId } = await lockOrder(trx, orderId);
  const client = await findClient(trx, clientId);
  if (client === undefined) throw new Error(`The order ${niceId} has no client.`);
  const { path: to } = await receivingAccount(context, trx, client, niceId);
  const theirs: Posting = { from, to, amount: amount - ours, currency };
  return ours > 0n ? [house, theirs] : [theirs];
}

/**
 * What comes to the address of an order that lost a deposit pays for the loss first: a fee bump or a double spend is
 * the same payment under another id.
 *
 * @returns what is left of the deposit
 */
export async function settleLosses(context: AppContext, trx: Executor, deposit: DepositRow): Promise<bigint> {
  const { depositId, orderId, chain, currency } = deposit;
  const losses = await trx
    .selectFrom('deposits')
    .selectAll()
    .where('orderId', '=', orderId)
    .where('status', '=', 'lost')
    .where('lossBorneBy', '=', 'house')
    .where('currency', '=', currency)
    .orderBy('seenAt')
    .forUpdate()
    .execute();
  let left = deposit.amount;
  for (const loss of losses) {
    const open = loss.amount - loss.lossSettled;
    const amount = open < left ? open : left;
    if (amount <= 0n) continue;
    left -= amount;
    const reference = `${loss.txid}:${loss.outputIndex}`;
    await postEntry(trx, context, {
      kind: 'deposit_paid_again',
      reference,
      idempotencyKey: `deposit_paid_again:${loss.depositId}:${loss.turns}:${depositId}`,
      postings: [{ from: paths.worldChain(chain), to: paths.lostDeposits, amount, currency }],
    });
    await trx
      .updateTable('deposits')
      .set({ lossSettled: loss.lossSettled + amount })
      .where('depositId', '=', loss.depositId)
      .execute();
    if (amount < open) continue;
    await releaseProceeds(context, trx, heldKey(loss.depositId, loss.turns));
    await clearAlarm(context, trx, 'deposit_lost', reference);
  }
  return left;
}
