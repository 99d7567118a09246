import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { paths } from '../../ledger/paths.ts';
import { postEntry } from '../../ledger/post-entry.ts';
import { clearAlarm } from '../alarms/clear-alarm.ts';
import { releaseProceeds } from '../settlement/hold-proceeds.ts';
import { heldKey } from './lose-deposit.ts';
import type { DepositRow } from './store.ts';

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
