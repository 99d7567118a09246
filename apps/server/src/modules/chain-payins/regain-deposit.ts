import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { paths } from '../../ledger/paths.ts';
import { postEntry } from '../../ledger/post-entry.ts';
import type { Posting } from '../../ledger/posting.ts';
import { clearAlarm } from '../alarms/clear-alarm.ts';
import { receivingAccount } from '../balance/receiving-account.ts';
import { findClient } from '../clients/find-client.ts';
import { lockOrder } from '../lifecycle/store.ts';
import { releaseProceeds } from '../settlement/hold-proceeds.ts';
import { heldKey } from './lose-deposit.ts';
import { setOutputSpendable } from './set-output-spendable.ts';
import type { DepositRow } from './store.ts';

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
