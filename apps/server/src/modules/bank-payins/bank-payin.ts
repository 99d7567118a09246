import { showOrderNumber } from '@causeway/domain/orders/order-number';
import { formatUnits } from '@causeway/domain/currencies/format-units';
import type { AppContext } from '../../context.ts';
import { type OrderRow, findOrder } from '../order-lifecycle/store.ts';
import type { PayinMethod, PayinView } from '../settlement/payin-method.ts';
import type { RefundRow } from '../settlement/refund.ts';
import { collectTransfers } from './collect-transfers.ts';
import { creditTransfers } from './credit-transfers.ts';
import { bookReturned, recheckTransfers } from './outside-returns.ts';
import { returnTransfer } from './return-transfer.ts';
import { findRequisites, readTransferId } from './store.ts';
import type { Executor } from '../../database/db.ts';
import { Refusal } from '../../errors.ts';
import { creditTransfersJob, openRequisitesJob } from './jobs.ts';
import { isBeforeMoney } from '@causeway/domain/orders/order-transitions';

/** A transfer may be recalled within ten banking days (SEPA credit transfer rulebook, 4.3.2). */
const recallMs = 14 * 24 * 3600 * 1000;

/** Before this moment a transfer came that its sender can no longer recall. */
export function recallEnd(now: Date): Date {
  return new Date(now.getTime() - recallMs);
}

/** Paid by a transfer to an account number of the order's own. */
export const bankPayin: PayinMethod = {
  waitSeconds: 7 * 24 * 3600,
  // Each has an account number opened at the bank, for a week and more.
  openMost: { ofPayer: 5, ofNetwork: 30 },
  plan: planBankPayin,
  sync: openRequisites,
  stop,
  recheck: recheckTransfers,
  view,
  refund,
  bookReturned,
  isFinal: async (_context, { since }, now) => since.getTime() <= recallEnd(now).getTime(),
  finalFrom: (_context, { since }) => new Date(since.getTime() + recallMs),
};

/** A sender cannot be stopped; a transfer that is at the bank already is booked before the order ends. */
async function stop(context: AppContext, orderId: string): Promise<boolean> {
  await collectTransfers(context);
  await creditTransfers(context, orderId);
  return false;
}

async function view({ db }: AppContext, order: OrderRow, isWaiting: boolean): Promise<PayinView> {
  const { orderId, number, payinCurrency: currency, payinAmount, receivedAmount, decisionKind } = order;
  const made = isWaiting && decisionKind !== 'late' ? await findRequisites(db, orderId) : undefined;
  if (made === undefined || made.iban === null) return {};
  const { iban, bic, bankName, holder } = made;
  const amount = formatUnits(payinAmount - receivedAmount, currency);
  const reference = showOrderNumber(number);
  return { purchaseParamsPayin: { sepaAccount: { iban, bic, bankName, holder, reference, amount, currency } } };
}

async function refund(context: AppContext, { refundId, amount, currency, sourceKey }: RefundRow): Promise<string> {
  const { outsideId, returnedOutside: before } = await context.db
    .selectFrom('bankTransfers')
    .select(['outsideId', 'returnedOutside'])
    .where('transferId', '=', readTransferId(sourceKey))
    .executeTakeFirstOrThrow();
  return returnTransfer(context, { key: refundId, outsideId, amount, before, currency });
}

/** The call that made the order tries first. */
const openPauseMs = 3000;

/**
 * Records in the caller's transaction that an order is to be paid by transfer, and queues the work. An order that is
 * made of a transfer has that alone: no account number of its own, to which more could be sent.
 */
async function planBankPayin(
  context: AppContext,
  trx: Executor,
  { orderId }: OrderRow,
  transferId?: string,
): Promise<void> {
  if (transferId !== undefined) return placeTransfer(context, trx, orderId, transferId);
  const createdAt = context.clock.now();
  await trx.insertInto('bankRequisites').values({ orderId, bank: context.providers.bank.name, createdAt }).execute();
  const startAfter = new Date(createdAt.getTime() + openPauseMs);
  await context.jobs.enqueue(trx, openRequisitesJob, { orderId }, { startAfter, singletonKey: orderId });
}

/** @throws Refusal ORDER_STATUS_CHANGED when a person or the bank was faster; no order is made of it then */
async function placeTransfer(context: AppContext, trx: Executor, orderId: string, transferId: string): Promise<void> {
  const placed = await trx
    .updateTable('bankTransfers')
    .set({ status: 'matched', orderId, returnAfter: null })
    .where('transferId', '=', transferId)
    .where('status', '=', 'unplaced')
    .returning('transferId')
    .executeTakeFirst();
  if (placed === undefined) throw new Refusal({ code: 'ORDER_STATUS_CHANGED' });
  await context.jobs.enqueue(trx, creditTransfersJob, { orderId }, { singletonKey: orderId });
}

/**
 * Has the bank make the account number that an order is paid to; the order's id is the key, so that it is made once.
 *
 * @throws ProviderError
 */
export async function openRequisites(context: AppContext, orderId: string): Promise<void> {
  const order = await findOrder(context.db, { orderId });
  const wanted = await findRequisites(context.db, orderId);
  if (order === undefined || wanted === undefined || wanted.iban !== null || !isBeforeMoney(order.status)) return;
  const { bank } = context.providers;
  const made = await bank.issueRequisites({ key: orderId, reference: order.niceId, holder: context.config.BRAND_NAME });
  await context.db
    .updateTable('bankRequisites')
    .set({ ...made, openedAt: context.clock.now() })
    .where('orderId', '=', orderId)
    .where('iban', 'is', null)
    .execute();
}
