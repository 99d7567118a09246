import { setTimeout as sleep } from 'node:timers/promises';
import type { AppContext } from '../../context.ts';
import { clearAlarm } from '../alarms/clear-alarm.ts';
import { raiseAlarm } from '../alarms/raise-alarm.ts';
import { settleEach } from '../alarms/settle-each.ts';
import { syncCardPayment } from '../payments/sync-card-payment.ts';
import { bankSubject } from './compare-bank.ts';
import { listUncompared } from './compare-cards.ts';
import { compareWithOutside } from './compare-with-outside.ts';
import type { Difference } from './difference.ts';
import { findOlderOrders } from './older-orders.ts';
import { repairBank } from './repair-bank.ts';

const kind = 'reconciliation_difference';
/** Money on its way shows on one side first; what is still different after this is no accident. */
const secondLookMs = 5000;

/** Compares the books with the outside, repairs what asking again can repair, and raises an alarm for what stays. */
export async function reconcile(
  context: AppContext,
  { pauseMs = secondLookMs }: { pauseMs?: number } = {},
): Promise<readonly Difference[]> {
  const older = await findOlderOrders(context);
  const first = await compareWithOutside(context, older.niceIds);
  await repair(context, first);
  if (first.length > 0) await sleep(pauseMs);
  const second = first.length === 0 ? [] : await compareWithOutside(context, older.niceIds);
  const lasting = second.filter((found) => first.some((seen) => isSame(seen, found)));
  for (const { subject, ours, theirs } of lasting)
    await raiseAlarm(context, context.db, {
      kind,
      subject,
      details: { ours: ours.toString(), theirs: theirs.toString() },
    });
  const open = await context.db
    .selectFrom('alarms')
    .select('subject')
    .where('kind', '=', kind)
    .where('clearedAt', 'is', null)
    .execute();
  const known = new Set([...second.map(({ subject }) => subject), ...(await listUncompared(context.db))]);
  const gone = open.map(({ subject }) => subject).filter((subject) => !known.has(subject));
  await clearAlarm(context, context.db, kind, gone);
  await older.note();
  return lasting;
}

/** A notice that was lost for good shows here; asking the firm repairs it before it becomes an alarm. */
async function repair(context: AppContext, differences: readonly Difference[]): Promise<void> {
  const orderIds = differences.flatMap(({ orderId }) => orderId ?? []);
  await settleEach(context, orderIds, {
    work: 'repair-card',
    nameOf: (orderId) => orderId,
    settle: (orderId) => syncCardPayment(context, orderId),
  });
  if (differences.some(({ subject }) => subject === bankSubject)) await repairBank(context);
}

function isSame(left: Difference, right: Difference): boolean {
  return left.subject === right.subject && left.ours - left.theirs === right.ours - right.theirs;
}
