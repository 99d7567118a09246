import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { Refusal } from '../../errors.ts';
import { InsufficientBalance } from '../../ledger/ledger-errors.ts';
import { paths } from '../../ledger/paths.ts';
import { postEntry } from '../../ledger/post-entry.ts';
import { findClient } from '../clients/find-client.ts';
import { issueConfirmation } from '../confirmations/issue-confirmation.ts';
import type { OrderRow } from '../lifecycle/store.ts';

/**
 * Puts an order's amount aside at once, so that it cannot be spent twice, and sends the code that approves it.
 *
 * @throws Refusal BALANCE_SHORT; the caller's transaction is lost then
 */
export async function holdBalance(context: AppContext, trx: Executor, order: OrderRow): Promise<void> {
  const { orderId, niceId, clientId, payinAmount: amount, payinCurrency: currency } = order;
  const client = await findClient(trx, clientId);
  if (client === undefined) throw new Refusal({ code: 'SESSION_OVER' });
  try {
    await postEntry(trx, context, {
      kind: 'balance_hold',
      reference: niceId,
      idempotencyKey: `balance_hold:${orderId}`,
      postings: [{ from: paths.client(client.niceId), to: paths.order(niceId), amount, currency }],
    });
  } catch (error) {
    if (error instanceof InsufficientBalance)
      throw new Refusal({ code: 'BALANCE_SHORT', field: 'payin_amount' }, { cause: error });
    throw error;
  }
  await issueConfirmation(context, trx, order);
}
