import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { postEntry } from '../../ledger/post-entry.ts';
import { readEntry } from '../../ledger/read-entry.ts';
import { reverseEntry } from '../../ledger/reverse-entry.ts';
import type { OrderRow } from '../lifecycle/store.ts';

/**
 * Holds what an order put onto a balance and is still there, because the payment behind it was taken back; in the
 * caller's transaction, once for a key.
 *
 * @param lost how much of what the order was paid with is gone, in smallest units
 */
export async function holdProceeds(
  context: AppContext,
  trx: Executor,
  { orderId, niceId, receivedAmount }: OrderRow,
  { key, lost }: { key: string; lost: bigint },
): Promise<void> {
  const paid = await readEntry(trx, { idempotencyKey: `balance_payout:${orderId}` });
  const posting = paid?.postings[0];
  const client = posting === undefined ? undefined : /^client:(.+)$/.exec(posting.to)?.[1];
  if (posting === undefined || client === undefined) return;
  const { to: from, currency } = posting;
  const share = lost >= receivedAmount ? posting.amount : (posting.amount * lost) / receivedAmount;
  const free = await readBalance(trx, from, currency);
  const amount = share < free ? share : free;
  if (amount <= 0n) return;
  await postEntry(trx, context, {
    kind: 'proceeds_held',
    reference: niceId,
    idempotencyKey: `proceeds_held:${key}`,
    postings: [{ from, to: paths.held(client), amount, currency }],
  });
}

/** Gives what was held under a key back to its balance: the loss is no more. */
export async function releaseProceeds(context: AppContext, trx: Executor, key: string): Promise<void> {
  const held = await readEntry(trx, { idempotencyKey: `proceeds_held:${key}` });
  if (held !== undefined) await reverseEntry(trx, context, held.entryId);
}
