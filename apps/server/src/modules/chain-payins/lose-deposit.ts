import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { postEntry } from '../../ledger/post-entry.ts';
import { raiseAlarm } from '../alarms/raise-alarm.ts';
import { insertRefund } from '../lifecycle/insert-refund.ts';
import { lockOrder, type OrderRow } from '../lifecycle/store.ts';
import { holdProceeds } from '../settlement/hold-proceeds.ts';
import { undoExchange } from '../settlement/undo-exchange.ts';
import { setOutputSpendable } from './set-output-spendable.ts';
import type { DepositRow } from './store.ts';

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
    if (paying !== undefined) await giveRestBack(context, trx, paying, depositId);
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
export function heldKey(depositId: string, turn: number): string {
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
async function giveRestBack(context: AppContext, trx: Executor, order: OrderRow, depositId: string): Promise<void> {
  const { niceId, payinCurrency: currency } = order;
  const amount = await readBalance(trx, paths.order(niceId), currency);
  if (amount <= 0n) return;
  const refund = { method: 'balance', reason: 'deposit_gone', sourceKey: `lost:${depositId}`, amount, currency };
  await insertRefund(context, trx, { ...order, status: 'error' }, refund);
}
