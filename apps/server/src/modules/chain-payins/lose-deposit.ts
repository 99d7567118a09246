import type { AppContext } from '../../context.ts';
import { paths } from '../../ledger/paths.ts';
import { postEntry } from '../../ledger/post-entry.ts';
import { raiseAlarm } from '../alarms/raise-alarm.ts';
import { setOutputSpendable } from './set-output-spendable.ts';
import type { DepositRow } from './store.ts';

/**
 * A reorganisation took a deposit away that had counted: the house bears it until it is back, so that the ledger is
 * what the chain is, and an operator is told. The order it paid goes on: what it is owed was promised to it.
 */
export async function loseDeposit(context: AppContext, deposit: DepositRow): Promise<void> {
  const { depositId, chain, amount, currency, txid, outputIndex } = deposit;
  await context.db.transaction().execute(async (trx) => {
    const lost = await trx
      .updateTable('deposits')
      .set((values) => ({ status: 'lost', turns: values('turns', '+', 1) }))
      .where('depositId', '=', depositId)
      .where('status', '=', 'credited')
      .returning('turns')
      .executeTakeFirst();
    if (lost === undefined) return;
    await setOutputSpendable(trx, deposit, false);
    await postEntry(trx, context, {
      kind: 'deposit_lost',
      reference: `${txid}:${outputIndex}`,
      idempotencyKey: `deposit_lost:${depositId}:${lost.turns}`,
      postings: [{ from: paths.lostDeposits, to: paths.worldChain(chain), amount, currency }],
    });
    await raiseAlarm(context, trx, {
      kind: 'deposit_lost',
      subject: `${txid}:${outputIndex}`,
      details: { currency, amount: amount.toString() },
    });
  });
}
