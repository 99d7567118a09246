import { divideUp } from '@causeway/domain/money/divide';
import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
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
  const { partnerKey, currency, released } = fee;
  const taken = await listTaken(trx, niceId);
  const postings = [{ from: paths.partner(partnerKey), amount: released }, ...taken]
    .filter(({ amount }) => amount > 0n)
    .map((posting) => ({ ...posting, to: paths.partnerPending(partnerKey), currency }));
  if (postings.length > 0)
    await postEntry(trx, context, {
      kind: 'partner_fee_canceled',
      reference: niceId,
      idempotencyKey: `partner_fee_canceled:${orderId}`,
      postings,
    });
  await setFee(trx, orderId, { status: 'canceled', released: 0n, releasedAt: null });
}

const takenRow = z.object({ from: z.string(), amount: z.coerce.bigint() });

/** The shares of losses that are not returned, by the account that has them. */
async function listTaken(trx: Executor, niceId: string): Promise<z.output<typeof takenRow>[]> {
  const { rows } = await sql`
    select taker as from, sum(amount)::text as amount
    from ledger_entries entries join ledger_keys using (entry_id)
      cross join lateral unnest(takers, amounts) as posting (taker, amount)
    where reference = ${niceId} and kind = 'partner_fee_lost' and not exists (
      select from ledger_keys returned
      where returned.idempotency_key = replace(ledger_keys.idempotency_key, 'partner_fee_lost:', 'partner_fee_returned:')
    )
    group by taker
  `.execute(trx);
  return z.array(takenRow).parse(rows);
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
 * Takes the share of a loss out of the fee, first of what waits, in the caller's transaction; never more than is left.
 */
export async function shareLoss(
  context: AppContext,
  trx: Executor,
  { orderId, niceId, payinAmount }: Pick<OrderRow, 'orderId' | 'niceId' | 'payinAmount'>,
  { key, lost, expense }: FeeLoss,
): Promise<void> {
  const fee = await lockFee(trx, orderId);
  if (fee === undefined || fee.status === 'canceled') return;
  const { partnerKey, currency, released } = fee;
  const share = lost >= payinAmount ? fee.amount : divideUp(fee.amount * lost, payinAmount);
  const left = fee.amount - fee.lost;
  const amount = share < left ? share : left;
  if (amount <= 0n || (await isBooked(trx, `partner_fee_lost:${key}`))) return;
  const ofWaiting = amount < left - released ? amount : left - released;
  await postEntry(trx, context, {
    kind: 'partner_fee_lost',
    reference: niceId,
    idempotencyKey: `partner_fee_lost:${key}`,
    postings: [
      { from: paths.partnerPending(partnerKey), to: expense, amount: ofWaiting, currency },
      { from: paths.partner(partnerKey), to: expense, amount: amount - ofWaiting, currency },
    ].filter((posting) => posting.amount > 0n),
  });
  await setFee(trx, orderId, { lost: fee.lost + amount, released: released - (amount - ofWaiting) });
}

/**
 * A loss is no more: the share that was taken for it waits again, also where the fee was released, as what has ended
 * the loss may be taken back itself.
 */
export async function returnShare(
  context: AppContext,
  trx: Executor,
  { orderId, niceId }: Pick<OrderRow, 'orderId' | 'niceId'>,
  key: string,
): Promise<void> {
  const taken = (await readEntry(trx, { idempotencyKey: `partner_fee_lost:${key}` }))?.postings ?? [];
  const [first] = taken;
  const fee = first === undefined ? undefined : await lockFee(trx, orderId);
  if (first === undefined || fee === undefined || fee.status === 'canceled') return;
  if (await isBooked(trx, `partner_fee_returned:${key}`)) return;
  const amount = taken.reduce((sum, posting) => sum + posting.amount, 0n);
  await postEntry(trx, context, {
    kind: 'partner_fee_returned',
    reference: niceId,
    idempotencyKey: `partner_fee_returned:${key}`,
    postings: [{ from: first.to, to: paths.partnerPending(fee.partnerKey), amount, currency: fee.currency }],
  });
  const { checkAt } = fee.status === 'released' ? { checkAt: context.clock.now() } : fee;
  await setFee(trx, orderId, { status: 'pending', lost: fee.lost - amount, releasedAt: null, checkAt });
}

/** Makes what waits of a fee the partner's own: from then on `settle` pays it. */
export async function releaseFee(context: AppContext, trx: Executor, fee: PartnerFeeRow): Promise<void> {
  const { orderId, partnerKey, amount, lost, released, releases, currency } = fee;
  const waiting = amount - lost - released;
  if (waiting > 0n)
    await postEntry(trx, context, {
      kind: 'partner_fee_released',
      reference: partnerKey,
      idempotencyKey: `partner_fee_released:${orderId}${releases === 0 ? '' : `:${releases}`}`,
      postings: [{ from: paths.partnerPending(partnerKey), to: paths.partner(partnerKey), amount: waiting, currency }],
    });
  const own = { released: released + waiting, releases: releases + 1 };
  await setFee(trx, orderId, { status: 'released', ...own, releasedAt: context.clock.now() });
}

/** The fee of an order, held until the transaction ends. */
export async function lockFee(trx: Executor, orderId: string): Promise<PartnerFeeRow | undefined> {
  return trx.selectFrom('partnerFees').selectAll().where('orderId', '=', orderId).forUpdate().executeTakeFirst();
}

async function isBooked(trx: Executor, idempotencyKey: string): Promise<boolean> {
  const keys = trx.selectFrom('ledgerKeys').select('entryId').where('idempotencyKey', '=', idempotencyKey);
  return (await keys.executeTakeFirst()) !== undefined;
}

async function setFee(trx: Executor, orderId: string, changes: Partial<PartnerFeeRow>): Promise<void> {
  await trx.updateTable('partnerFees').set(changes).where('orderId', '=', orderId).execute();
}
