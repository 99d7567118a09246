import type { AppContext } from '../../context.ts';
import { type TransferRow, findRequisites } from '../bank-payins/store.ts';
import type { Executor } from '../../database/db.ts';
import { OperatorFault, recordAction } from '../operators/record-action.ts';
import { askSecondPerson } from '../operators/second-person.ts';
import { clearAlarm } from '../alarms/raise-alarm.ts';
import { creditTransfersJob } from '../bank-payins/jobs.ts';
import { listReturned } from '../bank-payins/return-transfer.ts';
import { suspectTransfer } from '../forgotten-payments/forgotten-payment.ts';
import { findOrder } from '../order-lifecycle/store.ts';
import { requireRead } from './release-payouts.ts';

/** Transfers with an unknown owner, oldest first. They name people and accounts, so the look is written down. */
export async function listUnplacedTransfers(
  context: Pick<AppContext, 'clock' | 'db' | 'jobs' | 'random'>,
  { operator }: { operator: string },
): Promise<(TransferRow & { isHeld: boolean })[]> {
  return context.db.transaction().execute(async (trx) => {
    const unplaced = trx.selectFrom('bankTransfers').selectAll().where('status', '=', 'unplaced');
    const rows = await unplaced.orderBy('bookedAt').execute();
    const details = { count: String(rows.length) };
    await recordAction(context, trx, { operator, action: 'transfers_read', subject: 'unplaced', details });
    const all: (TransferRow & { isHeld: boolean })[] = [];
    for (const row of rows) all.push({ ...row, isHeld: (await suspectTransfer(trx, row)) !== undefined });
    return all;
  });
}

/**
 * The transfer with this number at the bank, locked until the transaction ends. @throws OperatorFault unless it is
 * unassigned
 */
export async function holdUnplacedTransfer(trx: Executor, outsideId: string): Promise<TransferRow> {
  const row = await trx
    .selectFrom('bankTransfers')
    .selectAll()
    .where('outsideId', '=', outsideId)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new OperatorFault(`There is no transfer ${outsideId}.`);
  if (row.status !== 'unplaced') throw new OperatorFault(`The transfer ${outsideId} is ${row.status} already.`);
  return row;
}

/** Clocks of several workers may differ, and a look at what is due takes a moment. */
const dueSlackMs = 60_000;

/** What the job that returns transfers may be sending just now goes nowhere else. @throws OperatorFault */
export function requireHere({ clock }: Pick<AppContext, 'clock'>, { outsideId, returnAfter }: TransferRow): void {
  if (returnAfter !== null && returnAfter.getTime() < clock.now().getTime() + dueSlackMs) throw returnFault(outsideId);
}

export function returnFault(outsideId: string): OperatorFault {
  return new OperatorFault(`${outsideId} is on its way back: look again in two minutes.`);
}

/**
 * Assigns an unassigned transfer to an order. From this moment it is handled like every transfer: another name than the
 * client's, an ended order or another amount have their usual effects.
 *
 * @param given `although`: transactions that were sent for something else
 * @throws OperatorFault also where it goes back just now, or may have been paid out for in an order that a restore
 *   forgot
 */
export async function placeTransfer(
  context: AppContext,
  given: { outsideId: string; niceId: string; operator: string; although?: readonly string[] },
): Promise<string | undefined> {
  const { outsideId, niceId, operator, although = [] } = given;
  await requireRead(context, (await holdUnplacedTransfer(context.db, outsideId)).bookedAt);
  const returned = await listReturned(context, outsideId);
  return context.db.transaction().execute(async (trx) => {
    const transfer = await holdUnplacedTransfer(trx, outsideId);
    const { transferId } = transfer;
    requireHere(context, transfer);
    if (returned.some((reference) => reference.startsWith(transferId))) throw returnFault(outsideId);
    const suspicion = await suspectTransfer(trx, transfer, although);
    if (suspicion !== undefined) throw new OperatorFault(suspicion);
    const { orderId } = (await findOrder(trx, { niceId })) ?? {};
    if (orderId === undefined) throw new OperatorFault(`There is no order ${niceId}.`);
    if ((await findRequisites(trx, orderId)) === undefined)
      throw new OperatorFault(`The order ${niceId} is not paid by bank transfer.`);
    const subject = [outsideId, niceId, ...although].join(' ');
    const asked = await askSecondPerson(context, trx, { operator, command: 'place', subject, moves: [transfer] });
    if (asked !== undefined) return asked;
    await trx
      .updateTable('bankTransfers')
      .set({ status: 'matched', orderId, returnAfter: null })
      .where('transferId', '=', transferId)
      .execute();
    await clearAlarm(context, trx, 'transfer_unplaced', outsideId);
    const details = { niceId, although: although.join(' ') };
    await recordAction(context, trx, { operator, action: 'transfer_placed', subject: outsideId, details });
    await context.jobs.enqueue(trx, creditTransfersJob, { orderId }, { singletonKey: orderId });
    return undefined;
  });
}

/**
 * Returns an unassigned transfer now and not only when its week has ended.
 *
 * @throws OperatorFault where it may have been paid out for in an order that a restore forgot
 */
export async function sendTransferBack(
  context: AppContext,
  { outsideId, operator }: { outsideId: string; operator: string },
): Promise<void> {
  await requireRead(context, (await holdUnplacedTransfer(context.db, outsideId)).bookedAt);
  await context.db.transaction().execute(async (trx) => {
    const transfer = await holdUnplacedTransfer(trx, outsideId);
    const suspicion = await suspectTransfer(trx, transfer);
    if (suspicion !== undefined) throw new OperatorFault(suspicion);
    await trx
      .updateTable('bankTransfers')
      .set({ returnAfter: context.clock.now() })
      .where('transferId', '=', transfer.transferId)
      .execute();
    await recordAction(context, trx, { operator, action: 'transfer_returned', subject: outsideId });
  });
}
