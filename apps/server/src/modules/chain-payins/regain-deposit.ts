import type { AppContext } from '../../context.ts';
import { paths } from '../../ledger/paths.ts';
import { postEntry } from '../../ledger/post-entry.ts';
import { clearAlarm } from '../alarms/clear-alarm.ts';
import { setOutputSpendable } from './set-output-spendable.ts';
import type { DepositRow } from './store.ts';

/** A deposit that had counted is in the chain again: the house has it back. */
export async function regainDeposit(context: AppContext, deposit: DepositRow): Promise<void> {
  const { depositId, chain, amount, currency, txid, outputIndex } = deposit;
  await context.db.transaction().execute(async (trx) => {
    const back = await trx
      .updateTable('deposits')
      .set((values) => ({ status: 'credited', turns: values('turns', '+', 1) }))
      .where('depositId', '=', depositId)
      .where('status', '=', 'lost')
      .returning('turns')
      .executeTakeFirst();
    if (back === undefined) return;
    await setOutputSpendable(trx, deposit, true);
    await postEntry(trx, context, {
      kind: 'deposit_regained',
      reference: `${txid}:${outputIndex}`,
      idempotencyKey: `deposit_regained:${depositId}:${back.turns}`,
      postings: [{ from: paths.worldChain(chain), to: paths.lostDeposits, amount, currency }],
    });
    await clearAlarm(context, trx, 'deposit_lost', `${txid}:${outputIndex}`);
  });
}
