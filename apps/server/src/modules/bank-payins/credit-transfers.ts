import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { paths } from '../../ledger/paths.ts';
import { readEntry } from '../../ledger/entry.ts';
import { raiseAlarm } from '../alarms/raise-alarm.ts';
import { findClient } from '../clients/store.ts';
import { type OrderRow, lockOrder } from '../order-lifecycle/store.ts';
import { type ReceivedMoney, receiveMoney, refuseMoney } from '../settlement/receive-money.ts';
import { endUnfed, recheckTransfers } from './outside-returns.ts';
import { type TransferRow, isMadeOfTransfer, lockMatched, moneyKey } from './store.ts';

/**
 * Credits an order with the transfers that came for it, one transaction each, so that none is credited twice.
 *
 * @throws ProviderError
 */
export async function creditTransfers(context: AppContext, orderId: string): Promise<void> {
  // The earlier ones too: they are exchanged with what comes now.
  await recheckTransfers(context, orderId);
  let isMore = true;
  while (isMore) isMore = await context.db.transaction().execute((trx) => creditNext(context, trx, orderId));
}

/** @returns whether there was one */
async function creditNext(context: AppContext, trx: Executor, orderId: string): Promise<boolean> {
  const order = await lockOrder(trx, orderId);
  const [transfer] = await lockMatched(trx, orderId);
  if (transfer !== undefined) await credit(context, trx, order, transfer);
  await endUnfed(context, trx, orderId);
  return transfer !== undefined;
}

async function credit(context: AppContext, trx: Executor, order: OrderRow, transfer: TransferRow): Promise<void> {
  await trx
    .updateTable('bankTransfers')
    .set({ status: 'taken' })
    .where('transferId', '=', transfer.transferId)
    .execute();
  const client = await findClient(trx, order.clientId);
  const money = await toMoney(trx, transfer);
  // A merchant's order takes any sender: a comparison would reveal the name of the owner of a typed address.
  if (!order.isMerchant && client !== undefined && !isSameHolder(transfer.senderName, client))
    await refuse(context, trx, order, transfer, money);
  // A part of it is gone, and its order waits for no other money.
  else if (money.amount < order.payinAmount && (await isMadeOfTransfer(trx, order.orderId)))
    await refuseMoney(context, trx, order, money, 'payment_refunded');
  else await receiveMoney(context, trx, order, money);
}

/** The account of another person: crediting its money would take it from a stranger. */
async function refuse(
  context: AppContext,
  trx: Executor,
  order: OrderRow,
  transfer: TransferRow,
  money: ReceivedMoney,
): Promise<void> {
  await raiseAlarm(context, trx, {
    kind: 'transfer_name',
    subject: order.niceId,
    details: { transfer: transfer.outsideId },
  });
  await refuseMoney(context, trx, order, money, 'sender_mismatch');
}

async function toMoney(trx: Executor, transfer: TransferRow): Promise<ReceivedMoney> {
  const { bank, currency, bookedAt, senderIban, senderName } = transfer;
  const amount = transfer.amount - transfer.returnedOutside;
  // Assigned by a person: it was booked to the unplaced account before.
  const aside = await readEntry(trx, { idempotencyKey: `bank_unplaced:${transfer.transferId}` });
  return {
    ...(aside !== undefined && { heldAt: paths.unplaced(bank) }),
    kind: 'bank_payin',
    key: moneyKey(transfer),
    from: paths.worldBank(bank),
    amount,
    currency,
    arrivedAt: bookedAt,
    refundTo: { method: 'bank', destination: senderIban, name: senderName },
  };
}

/**
 * Whether a sender's name can be that of the client. Names in other scripts or unknown ones cannot be compared, and
 * pass.
 */
export function isSameHolder(
  sender: string,
  { firstName, lastName }: { firstName: string; lastName: string },
): boolean {
  const [first] = wordsOf(firstName);
  const last = wordsOf(lastName);
  if (first === undefined || last.length === 0) return true;
  const words = new Set(wordsOf(sender));
  return last.every((word) => words.has(word)) && [...words].some((word) => isFirstName(word, first));
}

/** Banks write first names in full or by their initial. */
function isFirstName(word: string, first: string): boolean {
  return word === first || (word.length === 1 && first.startsWith(word));
}

/** Without accents; banks write ü as u or as ue. */
function wordsOf(name: string): string[] {
  const plain = name
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .replaceAll(/([aou])e/g, '$1');
  return plain.split(/[^a-z]+/).filter((word) => word !== '');
}
