import { finalStatuses } from '@causeway/domain/orders/order-status';
import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { clearAlarm, raiseAlarm } from '../alarms/raise-alarm.ts';

/** What the books must never say, in one line. */
export interface BooksFault {
  /** A currency or an order's public id. */
  subject: string;
  fault: string;
}

const kind = 'books_wrong';
/** The job looks every minute; it may have stood still for a while. */
const lookBackMs = 10 * 60 * 1000;

/**
 * What must hold whatever happened, as far as the books can tell by themselves: all accounts together are zero, orders that
 * have ended hold nothing but what is on its way back, and an order was given what it was sold and no more.
 *
 * @param since entries before this moment were looked at already
 */
export async function findBooksFaults(executor: Executor, since = new Date(0)): Promise<BooksFault[]> {
  // Ids of entries begin with their time.
  const firstId = `${since.getTime().toString(16).padStart(12, '0')}${'0'.repeat(20)}`;
  const { rows } = await sql<BooksFault>`
    select currency as subject, 'all accounts together are ' || sum(balance) as fault
    from ledger_accounts group by currency having sum(balance) <> 0
    union all
    select orders.nice_id, 'ended as ' || status || ' and holds ' || kept.balance || ' ' || kept.currency
    from (select substr(path, length('order:') + 1) as nice_id, currency, balance from ledger_balances where balance > 0 and path like 'order:%') kept
      join orders using (nice_id)
    where status = any(${[...finalStatuses]}::text[]) and kept.balance > coalesce((
        select sum(amount) from refunds where order_id = orders.order_id and currency = kept.currency and status <> 'done'
      ), 0) + coalesce((
        select sum(amount) from card_payments
        where order_id = orders.order_id and currency = kept.currency and refund_requested_at is not null and refunded_at is null
      ), 0)
    union all
    select orders.nice_id, 'was sold ' || orders.payout_amount || ' and given ' || given.amount || ' ' || payout_currency
    from (
      select reference as nice_id, currency, sum(amount) as amount from ledger_lines
      where entry_id >= ${firstId}::uuid and kind = 'conversion' and path like 'order:%' and amount > 0 group by reference, currency
    ) given join orders using (nice_id)
    where currency = payout_currency and currency <> payin_currency and given.amount <> payout_amount
  `.execute(executor);
  return rows;
}

/** Looks after the books by themselves: an alarm for what is wrong, until it is right. */
export async function checkBooks(context: AppContext): Promise<void> {
  const { db, clock } = context;
  const faults = await findBooksFaults(db, new Date(clock.now().getTime() - lookBackMs));
  for (const { subject, fault } of faults) await raiseAlarm(context, db, { kind, subject, details: { fault } });
  const wrong = new Set(faults.map(({ subject }) => subject));
  const open = await db
    .selectFrom('alarms')
    .select('subject')
    .where('kind', '=', kind)
    .where('clearedAt', 'is', null)
    .execute();
  const cleared = open.map(({ subject }) => subject).filter((subject) => !wrong.has(subject));
  await clearAlarm(context, db, kind, cleared);
}
