import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { paths } from '../../ledger/paths.ts';
import { postEntry } from '../../ledger/post-entry.ts';
import type { OrderRow } from '../lifecycle/store.ts';
import type { ReceivedMoney } from './receive-money.ts';
import type { MoneySource } from './refund-row.ts';

/**
 * Books money as an order's and keeps where it came from. What the order has received is written with what it leads to.
 *
 * @param isAccepted whether it counts for the order; what does not only passes through
 * @param arrivedAt when it arrived as far as that can be true, beside what its firm told
 * @throws Error when it was booked before
 */
export async function bookMoney(
  context: AppContext,
  trx: Executor,
  { orderId, niceId }: OrderRow,
  money: ReceivedMoney,
  { isAccepted, arrivedAt }: { isAccepted: boolean; arrivedAt?: Date },
): Promise<MoneySource> {
  const { kind, key, from, heldAt = from, amount, currency, refundTo } = money;
  const postings = [{ from: heldAt, to: paths.order(niceId), amount, currency }];
  const { isNew } = await postEntry(trx, context, { kind, reference: niceId, idempotencyKey: key, postings });
  if (!isNew) throw new Error(`The money ${key} of order ${niceId} was received twice.`);
  const source: MoneySource = {
    moneyKey: key,
    orderId,
    amount,
    currency,
    fromPath: from,
    refundMethod: refundTo?.method ?? 'balance',
    refundDestination: refundTo?.destination ?? '',
    refundName: refundTo?.name ?? '',
    isAccepted,
    receivedAt: context.clock.now(),
    arrivedAt: arrivedAt ?? null,
    toldAt: money.arrivedAt ?? null,
    settledAt: money.settledAt ?? null,
  };
  await trx.insertInto('receivedMoney').values(source).execute();
  return source;
}
