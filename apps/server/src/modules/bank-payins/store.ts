import { type Selectable, sql } from 'kysely';
import type { Executor } from '../../database/db.ts';
import type { BankRequisites, BankTransfers } from '../../database/types.generated.ts';
import { z } from 'zod';
import type { DueSource } from '../../jobs/due-jobs.ts';
import type { OrderRow } from '../order-lifecycle/store.ts';
import { creditTransfersJob, openRequisitesJob } from './jobs.ts';

type RequisitesRow = Selectable<BankRequisites>;
export type TransferRow = Selectable<BankTransfers>;

export async function findRequisites(executor: Executor, orderId: string): Promise<RequisitesRow | undefined> {
  return executor.selectFrom('bankRequisites').selectAll().where('orderId', '=', orderId).executeTakeFirst();
}

/** Whether an order was made of a transfer (C-93): then it has no account number of its own. */
export async function isMadeOfTransfer(executor: Executor, orderId: string): Promise<boolean> {
  return (await findRequisites(executor, orderId)) === undefined;
}

/** Transfers of an order that it was not credited with yet, oldest first, locked until the transaction ends. */
export async function lockMatched(trx: Executor, orderId: string): Promise<TransferRow[]> {
  return trx
    .selectFrom('bankTransfers')
    .selectAll()
    .where('orderId', '=', orderId)
    .where('status', '=', 'matched')
    .orderBy('bookedAt')
    .orderBy('transferId')
    .forUpdate()
    .execute();
}

/** Key of a transfer's money in the ledger and in settlement. */
export function moneyKey({ transferId }: Pick<TransferRow, 'transferId'>): string {
  return `bank_payin:${transferId}`;
}

/** The transfer of such a key. */
export function readTransferId(moneyKey: string): string {
  return moneyKey.slice(moneyKey.indexOf(':') + 1);
}

const sum = z.object({ amount: z.bigint().nullable() });

/** What we ourselves send back of a transfer, now or later: a return that is found is taken for it. */
export async function sumOwnRefunds(trx: Executor, transfer: TransferRow): Promise<bigint> {
  const own = refundSum(trx).where('sourceKey', '=', moneyKey(transfer)).where('method', '=', 'bank');
  return sum.parse(await own.executeTakeFirstOrThrow()).amount ?? 0n;
}

/** What of an order's payment is on its way back. */
export async function sumOpenRefunds(
  trx: Executor,
  { orderId, payinCurrency }: Pick<OrderRow, 'orderId' | 'payinCurrency'>,
): Promise<bigint> {
  const open = refundSum(trx).where('orderId', '=', orderId).where('currency', '=', payinCurrency);
  return sum.parse(await open.where('status', '<>', 'done').executeTakeFirstOrThrow()).amount ?? 0n;
}

function refundSum(trx: Executor) {
  return trx.selectFrom('refunds').select(({ fn }) => fn.sum('amount').as('amount'));
}

const row = z.object({ orderId: z.string(), isUnopened: z.boolean(), isUnpaid: z.boolean() });

/** Orders without their account number, and orders with transfers that they were not credited with. */
export const dueBankPayins: DueSource = async (executor, before, { after, size }) => {
  const { rows } = await sql`
    select order_id, made.bank is not null and made.iban is null and orders.status = 'payin_pending' as is_unopened,
      exists (select 1 from bank_transfers where bank_transfers.order_id = orders.order_id and bank_transfers.status = 'matched') as is_unpaid
    from orders left join bank_requisites made using (order_id)
    where order_id in (
      (select order_id from bank_requisites join orders unopened using (order_id)
       where iban is null and unopened.status = 'payin_pending' and unopened.created_at < ${before} and order_id > ${after}::uuid
       order by order_id limit ${size})
      union all
      (select order_id from bank_transfers join orders unpaid using (order_id)
       where bank_transfers.status = 'matched' and unpaid.created_at < ${before} and order_id > ${after}::uuid
       order by order_id limit ${size})
    )
    order by order_id limit ${size}
  `.execute(executor);
  return z
    .array(row)
    .parse(rows)
    .flatMap(({ orderId, isUnopened, isUnpaid }) => [
      ...(isUnopened ? [{ orderId, job: openRequisitesJob }] : []),
      ...(isUnpaid ? [{ orderId, job: creditTransfersJob }] : []),
    ]);
};
