import { divideUp } from '@causeway/domain/money/divide';
import type { Selectable } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import type { PartnerFees } from '../../database/types.generated.ts';
import { paths } from '../../ledger/paths.ts';
import { postEntry, readEntry } from '../../ledger/entry.ts';
import type { OrderRow } from '../order-lifecycle/store.ts';
import type { QuoteRecord } from '../pricing/quote-record.ts';

/** What a partner earns on one order: it waits until the order's payment cannot be taken back any more. */
export type PartnerFeeRow = Selectable<PartnerFees>;

/**
 * Keeps the fee that the exchange of an order has put on its partner's pending account, in the caller's transaction.
 */
export async function keepFee(
  { clock }: AppContext,
  trx: Executor,
  orderId: string,
  { partnerKey, partnerFee: amount = 0n, payinCurrency: currency }: QuoteRecord,
): Promise<void> {
  if (partnerKey === undefined || amount === 0n) return;
  const now = clock.now();
  await trx
    .insertInto('partnerFees')
    .values({ orderId, partnerKey, currency, amount, createdAt: now, checkAt: now })
    .execute();
}

/** The exchange is about to be reversed: the fee was never earned, and lies on the pending account to be taken back. */
export async function cancelFee(
  context: AppContext,
  trx: Executor,
  { orderId, niceId }: Pick<OrderRow, 'orderId' | 'niceId'>,
): Promise<void> {
  const fee = await lockFee(trx, orderId);
  if (fee === undefined || fee.status === 'canceled') return;
  const to = paths.partnerPending(fee.partnerKey);
  const { currency, amount, lost } = fee;
  const postings = [
    { from: paths.partner(fee.partnerKey), to, currency, amount: fee.status === 'released' ? amount - lost : 0n },
    { from: paths.lostDeposits, to, currency, amount: lost },
  ].filter((posting) => posting.amount > 0n);
  if (postings.length > 0)
    await postEntry(trx, context, {
      kind: 'partner_fee_canceled',
      reference: niceId,
      idempotencyKey: `partner_fee_canceled:${orderId}`,
      postings,
    });
  await trx
    .updateTable('partnerFees')
    .set({ status: 'canceled', releasedAt: null })
    .where('orderId', '=', orderId)
    .execute();
}

/** The operator has lost money that an order was paid with: its partner's fee bears its share. */
export interface FeeLoss {
  /** Names the loss; each takes its share once. */
  key: string;
  /** How much of the order's exchanged amount was lost, in smallest units. */
  lost: bigint;
  /** Account that bears the loss. */
  expense: string;
}

/**
 * Takes the share of a loss out of the fee, from whatever account it is on, in the caller's transaction; never more
 * than is left.
 */
export async function shareLoss(
  context: AppContext,
  trx: Executor,
  { orderId, niceId, payinAmount }: Pick<OrderRow, 'orderId' | 'niceId' | 'payinAmount'>,
  { key, lost, expense }: FeeLoss,
): Promise<void> {
  const fee = await lockFee(trx, orderId);
  if (fee === undefined || fee.status === 'canceled') return;
  const share = lost >= payinAmount ? fee.amount : divideUp(fee.amount * lost, payinAmount);
  const left = fee.amount - fee.lost;
  const amount = share < left ? share : left;
  if (amount <= 0n) return;
  const { isNew } = await postEntry(trx, context, {
    kind: 'partner_fee_lost',
    reference: niceId,
    idempotencyKey: `partner_fee_lost:${key}`,
    postings: [{ from: accountOf(fee), to: expense, amount, currency: fee.currency }],
  });
  if (isNew) await setLost(trx, orderId, fee.lost + amount);
}

/** A loss is no more: the share that was taken for it is the partner's again. */
export async function returnShare(
  context: AppContext,
  trx: Executor,
  { orderId, niceId }: Pick<OrderRow, 'orderId' | 'niceId'>,
  key: string,
): Promise<void> {
  const taken = (await readEntry(trx, { idempotencyKey: `partner_fee_lost:${key}` }))?.postings[0];
  const fee = taken === undefined ? undefined : await lockFee(trx, orderId);
  if (taken === undefined || fee === undefined || fee.status === 'canceled') return;
  const { isNew } = await postEntry(trx, context, {
    kind: 'partner_fee_returned',
    reference: niceId,
    idempotencyKey: `partner_fee_returned:${key}`,
    postings: [{ from: taken.to, to: accountOf(fee), amount: taken.amount, currency: fee.currency }],
  });
  if (isNew) await setLost(trx, orderId, fee.lost - taken.amount);
}

/** Makes what is left of a fee the partner's own, once: from then on `settle` pays it. */
export async function releaseFee(context: AppContext, trx: Executor, fee: PartnerFeeRow): Promise<void> {
  const { orderId, partnerKey, amount, lost, currency } = fee;
  if (amount > lost)
    await postEntry(trx, context, {
      kind: 'partner_fee_released',
      reference: partnerKey,
      idempotencyKey: `partner_fee_released:${orderId}`,
      postings: [
        { from: paths.partnerPending(partnerKey), to: paths.partner(partnerKey), amount: amount - lost, currency },
      ],
    });
  await trx
    .updateTable('partnerFees')
    .set({ status: 'released', releasedAt: context.clock.now() })
    .where('orderId', '=', orderId)
    .execute();
}

/** The fee of an order, held until the transaction ends. */
export async function lockFee(trx: Executor, orderId: string): Promise<PartnerFeeRow | undefined> {
  return trx.selectFrom('partnerFees').selectAll().where('orderId', '=', orderId).forUpdate().executeTakeFirst();
}

function accountOf({ status, partnerKey }: PartnerFeeRow): string {
  return status === 'released' ? paths.partner(partnerKey) : paths.partnerPending(partnerKey);
}

async function setLost(trx: Executor, orderId: string, lost: bigint): Promise<void> {
  await trx.updateTable('partnerFees').set({ lost }).where('orderId', '=', orderId).execute();
}
