import { findCurrency } from '@causeway/domain/currencies/find-currency';
import { parseAmount } from '@causeway/domain/money/parse-amount';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { paths } from '../../ledger/paths.ts';
import { postEntry } from '../../ledger/post-entry.ts';
import { newUuid } from '../../new-uuid.ts';
import type { BankTransfer } from '../../providers/bank/port.ts';
import { raiseAlarm } from '../alarms/raise-alarm.ts';
import { creditTransfersJob } from './jobs/credit-transfers.ts';
import { matchTransfer, readReference } from './match-transfer.ts';
import type { TransferRow } from './store.ts';

/** Time for a person to find out whose money it is. */
const returnAfterMs = 7 * 24 * 3600 * 1000;

/**
 * Writes a transfer down, once. One that belongs to an order is queued to be given to it; one that nobody can place is
 * kept aside, with an alarm, and goes back by itself after a week.
 */
export async function takeInTransfer(context: AppContext, outside: BankTransfer): Promise<void> {
  await context.db.transaction().execute(async (trx) => {
    const orderId = await findOrderOf(trx, outside);
    const transfer = await insert(context, trx, outside, orderId);
    if (transfer === undefined) return;
    if (orderId === undefined) await keepAside(context, trx, transfer);
    else await context.jobs.enqueue(trx, creditTransfersJob, { orderId }, { singletonKey: orderId });
  });
}

async function findOrderOf(trx: Executor, { iban, reference }: BankTransfer): Promise<string | undefined> {
  const numbers = readReference(reference);
  const awaited = trx.selectFrom('bankRequisites').innerJoin('orders', 'orders.orderId', 'bankRequisites.orderId');
  const named =
    numbers.length === 0 ? [] : await awaited.select('orders.orderId').where('orders.niceId', 'in', numbers).execute();
  const addressed = await awaited.select('orders.orderId').where('bankRequisites.iban', '=', iban).executeTakeFirst();
  return matchTransfer({ byReference: named.map(({ orderId }) => orderId), byIban: addressed?.orderId });
}

async function insert(
  context: AppContext,
  trx: Executor,
  outside: BankTransfer,
  orderId: string | undefined,
): Promise<TransferRow | undefined> {
  const { id, iban, reference, currency, senderName, senderIban, bookedAt } = outside;
  const amount = parseAmount(outside.amount, findCurrency(currency)?.precision ?? 2);
  if (amount === undefined || amount === 0n) throw new Error(`The bank's transfer ${id} has no amount.`);
  const now = context.clock.now();
  return trx
    .insertInto('bankTransfers')
    .values({
      transferId: newUuid(context),
      bank: context.providers.bank.name,
      outsideId: id,
      iban,
      reference,
      amount,
      currency,
      senderName,
      senderIban,
      bookedAt,
      orderId: orderId ?? null,
      status: orderId === undefined ? 'unplaced' : 'matched',
      returnAfter: orderId === undefined ? new Date(now.getTime() + returnAfterMs) : null,
      createdAt: now,
    })
    .onConflict((conflict) => conflict.columns(['bank', 'outsideId']).doNothing())
    .returningAll()
    .executeTakeFirst();
}

async function keepAside(context: AppContext, trx: Executor, transfer: TransferRow): Promise<void> {
  const { transferId, bank, outsideId, amount, currency } = transfer;
  await postEntry(trx, context, {
    kind: 'bank_unplaced',
    reference: transferId,
    idempotencyKey: `bank_unplaced:${transferId}`,
    postings: [{ from: paths.worldBank(bank), to: paths.unplaced(bank), amount, currency }],
  });
  await raiseAlarm(context, trx, { kind: 'transfer_unplaced', subject: outsideId, details: { transferId } });
}
