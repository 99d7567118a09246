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

/** The shares of losses that are not returned, and the accounts that have them. */
async function listTaken(trx: Executor, niceId: string): Promise<{ from: string; amount: bigint }[]> {
  const shares = await trx
    .selectFrom('ledgerEntries')
    .innerJoin('ledgerKeys', 'ledgerKeys.entryId', 'ledgerEntries.entryId')
    .select(['idempotencyKey', 'takers', 'amounts'])
    .where('reference', '=', niceId)
    .where('kind', '=', 'partner_fee_lost')
    .execute();
  const taken: { from: string; amount: bigint }[] = [];
  for (const { idempotencyKey, takers, amounts } of shares) {
    const returned = await sumReturned(trx, idempotencyKey.slice('partner_fee_lost:'.length));
    taken.push({ from: takers[0] ?? '', amount: amounts.reduce((sum, amount) => sum + amount, 0n) - returned });
  }
  return taken;
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
 * Takes the share of a loss out of the fee, first of what waits, in the caller's transaction: of all that is lost of
 * the order together, less what the fee bears already. Many small parts cost it what one of their sum does.
 */
export async function shareLoss(
  context: AppContext,
  trx: Executor,
  { orderId, niceId, payinAmount }: Pick<OrderRow, 'orderId' | 'niceId' | 'payinAmount'>,
  { key, lost, expense }: FeeLoss,
): Promise<void> {
  const fee = await lockFee(trx, orderId);
  if (fee === undefined || fee.status === 'canceled' || lost <= 0n) return;
  if (await isBooked(trx, `partner_fee_lost:${key}`)) return;
  const { partnerKey, currency, released } = fee;
  const all = await addLoss(trx, { orderId, lossKey: key, lost });
  const share = all >= payinAmount ? fee.amount : divideUp(fee.amount * all, payinAmount);
  const amount = share - fee.lost;
  if (amount <= 0n) return;
  const waiting = fee.amount - fee.lost - released;
  const ofWaiting = amount < waiting ? amount : waiting;
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

/** Of an order whose fee is locked. @returns all that is lost of it */
async function addLoss(trx: Executor, loss: { orderId: string; lossKey: string; lost: bigint }): Promise<bigint> {
  await trx
    .insertInto('partnerFeeLosses')
    .values(loss)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const losses = trx.selectFrom('partnerFeeLosses').select('lost').where('orderId', '=', loss.orderId);
  return (await losses.execute()).reduce((sum, { lost }) => sum + lost, 0n);
}

/** Losses that a loss was followed to, as far as fees bear them. */
export async function listFeeLosses(trx: Executor, key: string): Promise<{ orderId: string; lossKey: string }[]> {
  return (
    trx
      .selectFrom('partnerFeeLosses')
      .select(['orderId', 'lossKey'])
      // An order's id follows, whose digits are all before this letter.
      .where(({ between, val }) => between('lossKey', val(`${key}:via:`), val(`${key}:via:g`)))
      .orderBy('lossKey')
      .execute()
  );
}

/** What of a loss is still lost after a part of it was won, of how much before that. */
export interface RestOfLoss {
  left: bigint;
  of: bigint;
}

/**
 * A loss is no more, but for a part of it: of the share that was taken for it the rest waits again, also where the fee
 * was released, as what has ended the loss may be taken back itself.
 */
export async function returnShare(
  context: AppContext,
  trx: Executor,
  { orderId, niceId }: Pick<OrderRow, 'orderId' | 'niceId'>,
  key: string,
  rest: RestOfLoss = { left: 0n, of: 1n },
): Promise<void> {
  await endLoss(trx, key, rest);
  const taken = (await readEntry(trx, { idempotencyKey: `partner_fee_lost:${key}` }))?.postings ?? [];
  const [first] = taken;
  const fee = first === undefined ? undefined : await lockFee(trx, orderId);
  if (first === undefined || fee === undefined || fee.status === 'canceled') return;
  const before = await sumReturned(trx, key);
  const open = taken.reduce((sum, posting) => sum + posting.amount, 0n) - before;
  const amount = open - (rest.left === 0n ? 0n : divideUp(open * rest.left, rest.of));
  if (amount <= 0n) return;
  await postEntry(trx, context, {
    kind: 'partner_fee_returned',
    reference: niceId,
    idempotencyKey: `partner_fee_returned:${key}${before === 0n ? '' : `:after:${before}`}`,
    postings: [{ from: first.to, to: paths.partnerPending(fee.partnerKey), amount, currency: fee.currency }],
  });
  const { checkAt } = fee.status === 'released' ? { checkAt: context.clock.now() } : fee;
  await setFee(trx, orderId, { status: 'pending', lost: fee.lost - amount, releasedAt: null, checkAt });
}

async function endLoss(trx: Executor, lossKey: string, { left, of }: RestOfLoss): Promise<void> {
  const loss = trx.selectFrom('partnerFeeLosses').selectAll().where('lossKey', '=', lossKey);
  const ended = await loss.executeTakeFirst();
  if (ended === undefined) return;
  await trx.deleteFrom('partnerFeeLosses').where('lossKey', '=', lossKey).execute();
  const lost = divideUp(ended.lost * left, of);
  if (lost > 0n)
    await trx
      .insertInto('partnerFeeLosses')
      .values({ ...ended, lost })
      .execute();
}

/** What of the share that was taken for a loss is the partner's again. */
async function sumReturned(trx: Executor, key: string): Promise<bigint> {
  const name = `partner_fee_returned:${key}`;
  const rows = await trx
    .selectFrom('ledgerKeys')
    .innerJoin('ledgerEntries', 'ledgerEntries.entryId', 'ledgerKeys.entryId')
    .select('amounts')
    // A number follows, whose digits are all before this letter.
    .where(({ or, eb, between, val }) =>
      or([eb('idempotencyKey', '=', name), between('idempotencyKey', val(`${name}:after:`), val(`${name}:after:g`))]),
    )
    .execute();
  return rows.reduce((sum, { amounts }) => sum + (amounts[0] ?? 0n), 0n);
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
