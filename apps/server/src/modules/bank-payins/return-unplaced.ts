import type { AppContext } from '../../context.ts';
import { type Executor, requireRightClock } from '../../database/db.ts';
import { RefundImpossible } from '../settlement/refund.ts';
import { paths } from '../../ledger/paths.ts';
import { postEntry } from '../../ledger/entry.ts';
import { clearAlarm, raiseAlarm } from '../alarms/raise-alarm.ts';
import { emailNow, findClient } from '../clients/store.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { findUnread } from '../chain-wallets/agree-with-chain.ts';
import { suspectTransfer } from '../forgotten-payments/forgotten-payment.ts';
import { wantsEmails } from '../notifications/store.ts';
import { writeAmount } from '../order-lifecycle/change-status.ts';
import { settleEach } from '../alarms/settle-each.ts';
import type { TransferRow } from './store.ts';
import { findDepositor } from './record-transfer.ts';
import { isReturned, returnTransfer } from './return-transfer.ts';

/** A refused return of one transfer is retried later, behind those of others. */
const againMs = 3600 * 1000;

/**
 * Returns transfers that were not assigned in time; the transfer's id is the key. One that may have been paid out for
 * in an order that a restore forgot waits until a person has decided.
 */
export async function returnUnplaced(context: AppContext): Promise<void> {
  await requireRightClock(context.db);
  const due = await context.db
    .selectFrom('bankTransfers')
    .selectAll()
    .where('status', '=', 'unplaced')
    .where('returnAfter', '<=', context.clock.now())
    .orderBy('returnAfter')
    .limit(100)
    .execute();
  // The largest first: of what is returned together its client gets one e-mail, which names that one.
  const largestFirst = due.toSorted((one, other) => (one.amount < other.amount ? 1 : -1));
  await settleEach(context, largestFirst, {
    work: 'return-unplaced',
    againWithin: 2 * 3600,
    nameOf: ({ outsideId }) => outsideId,
    settle: (transfer) => sendBack(context, transfer),
    postpone: (transfer) => postpone(context, transfer),
  });
}

async function postpone({ db, clock }: AppContext, { transferId }: TransferRow, laterMs = againMs): Promise<void> {
  const own = db.updateTable('bankTransfers').where('status', '=', 'unplaced').where('transferId', '=', transferId);
  await own.set({ returnAfter: new Date(clock.now().getTime() + laterMs) }).execute();
}

async function sendBack(context: AppContext, transfer: TransferRow): Promise<void> {
  const { transferId, bank, outsideId, currency } = transfer;
  const unread = await findUnread(context, transfer.bookedAt);
  const suspicion = await suspectTransfer(context.db, transfer);
  if (unread !== undefined && suspicion === undefined) return postpone(context, transfer, againMs / 12);
  // What is back already is booked: no money leaves by that.
  if (suspicion !== undefined && !(await isReturned(context, transfer))) {
    // Another alarm of its depositor may have ended with another transfer: this one waits for a person by itself.
    const details = { transferId, reason: 'held' };
    await raiseAlarm(context, context.db, { kind: 'transfer_unplaced', subject: outsideId, details });
    return postpone(context, transfer);
  }
  const returnId = await send(context, transfer);
  if (returnId === undefined) return;
  await context.db.transaction().execute(async (trx) => {
    const marked = await trx
      .updateTable('bankTransfers')
      .set({ status: 'returned', returnId })
      .where('transferId', '=', transferId)
      .where('status', '=', 'unplaced')
      .returning('returnedOutside')
      .executeTakeFirst();
    if (marked === undefined) return;
    const amount = transfer.amount - marked.returnedOutside;
    await postEntry(trx, context, {
      kind: 'bank_return',
      reference: transferId,
      idempotencyKey: `bank_return:${transferId}`,
      postings: [{ from: paths.unplaced(bank), to: paths.worldBank(bank), amount, currency }],
    });
    await clearAlarm(context, trx, 'transfer_unplaced', outsideId);
    await writeToDepositor(context, trx, transfer, amount);
  });
}

/** @returns `undefined` when it can never be returned: a person must find its owner */
async function send(context: AppContext, transfer: TransferRow): Promise<string | undefined> {
  const { transferId, outsideId, returnedOutside: before } = transfer;
  try {
    return await returnTransfer(context, { ...transfer, key: transferId, amount: transfer.amount - before, before });
  } catch (error) {
    if (!(error instanceof RefundImpossible)) throw error;
    const own = context.db.updateTable('bankTransfers').where('transferId', '=', transferId);
    await own.set({ returnAfter: null }).execute();
    await raiseAlarm(context, context.db, { kind: 'refund_failed', subject: outsideId, details: { transferId } });
    return undefined;
  }
}

/**
 * A client that has named its own reference waits for a deposit, and learns that none came of the transfer (C-93).
 * Anybody may have sent it, and gets it back: an hour brings one e-mail, and the list of notifications has each.
 */
async function writeToDepositor(context: AppContext, trx: Executor, transfer: TransferRow, amount: bigint) {
  const { transferId, currency } = transfer;
  const depositor = await findDepositor(trx, transfer);
  const client = typeof depositor === 'object' ? await findClient(trx, depositor.clientId) : undefined;
  if (client === undefined || amount <= 0n) return;
  const { clientId, email, language } = client;
  await queueEmail(context, trx, {
    template: 'transfer-returned',
    parameters: { path: `/balance/deposit?depositCurrency=${currency}`, amount: writeAmount(amount, currency) },
    recipient: emailNow(clientId, email),
    language,
    clientId,
    occasion: `transfer-returned:${transferId}`,
    oneEmailFor: `transfers-returned:${clientId}:${currency}:${context.clock.now().toISOString().slice(0, 13)}`,
    isWanted: wantsEmails(clientId, 'orders'),
  });
}
