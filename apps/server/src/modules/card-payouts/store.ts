import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import type { CardPayouts } from '../../database/types.generated.ts';
import { paths } from '../../ledger/paths.ts';
import { newUuid } from '../../new-uuid.ts';
import { raiseAlarm } from '../alarms/raise-alarm.ts';
import { bookSentBack } from '../bank-payouts/store.ts';
import type { OrderRow } from '../order-lifecycle/store.ts';
import { uncountOutflow } from '../payout-holds/count-outflow.ts';

const statusSchema = z.enum(['planned', 'sending', 'pending', 'paid', 'returned', 'failed', 'held', 'stopped']);

/** Money that goes to a card, its status parsed. */
export type CardPayoutRow = Omit<Selectable<CardPayouts>, 'status'> & { status: z.output<typeof statusSchema> };

export async function findCardPayout(executor: Executor, orderId: string): Promise<CardPayoutRow | undefined> {
  const [row] = await select(executor, orderId).execute();
  return row && toRow(row);
}

/** The payout, locked until the transaction ends. The order's row is always locked first. */
export async function lockCardPayout(trx: Executor, orderId: string): Promise<CardPayoutRow> {
  return toRow(await select(trx, orderId).forUpdate().executeTakeFirstOrThrow());
}

function select(executor: Executor, orderId: string) {
  return executor.selectFrom('cardPayouts').selectAll().where('orderId', '=', orderId);
}

function toRow(row: Selectable<CardPayouts>): CardPayoutRow {
  return { ...row, status: statusSchema.parse(row.status) };
}

/**
 * The acquirer does not send the money: nothing has left, the order keeps it, and a person must look. An attempt that
 * was replaced by another one changes nothing. It no longer counts against the limit of its day.
 */
export async function failCardPayout(
  context: AppContext,
  { orderId, payoutId }: Pick<CardPayoutRow, 'orderId' | 'payoutId'>,
  reason: string,
): Promise<void> {
  await context.db.transaction().execute(async (trx) => {
    const failed = await trx
      .updateTable('cardPayouts')
      .set({ status: 'failed', failureReason: reason, updatedAt: context.clock.now() })
      .where('payoutId', '=', payoutId)
      .where('status', 'in', ['sending', 'pending'])
      .executeTakeFirst();
    if (failed.numUpdatedRows === 0n) return;
    await uncountOutflow(trx, 'card', payoutId);
    await raiseAlarm(context, trx, { kind: 'payout_failed', subject: orderId, details: { reason } });
  });
}

/** Names the so many-th time that a payout came back, and that it was paid after all after that. */
export function nameTurn(payoutId: string, turn: number): string {
  return turn === 1 ? payoutId : `${payoutId}:${turn}`;
}

/** How often an order's payout came back, and what of that its client still has where it was paid after all. */
export async function readTurns(trx: Executor, niceId: string): Promise<{ returns: number; kept: bigint }> {
  const entries = trx.selectFrom('ledgerEntries').select(['kind', 'givers', 'takers', 'amounts']);
  const turns = entries
    .where('reference', '=', niceId)
    .where('kind', 'in', ['card_payout_return', 'card_payout_again']);
  let [returns, kept] = [0, 0n];
  for (const { kind, givers, takers, amounts } of await turns.execute()) {
    const isReturn = kind === 'card_payout_return';
    if (isReturn) returns += 1;
    const ofClient = amounts.filter((_amount, at) => (isReturn ? takers : givers)[at] !== paths.treasury);
    for (const amount of ofClient) kept += isReturn ? amount : -amount;
  }
  return { returns, kept };
}

/** What was paid and came back is booked as of a bank, once for each time, with an alarm. A finished order stays so. */
export async function sendBack(
  context: AppContext,
  trx: Executor,
  order: OrderRow,
  { payoutId, reason }: { payoutId: string; reason: string },
): Promise<void> {
  const back = await trx
    .updateTable('cardPayouts')
    .set({ status: 'returned', failureReason: reason, updatedAt: context.clock.now() })
    .where('payoutId', '=', payoutId)
    .where('status', '=', 'paid')
    .returning(['acquirer', 'amount', 'currency'])
    .executeTakeFirst();
  if (back === undefined) return;
  const { returns, kept } = await readTurns(trx, order.niceId);
  const name = nameTurn(payoutId, returns + 1);
  const entry = { kind: 'card_payout_return', idempotencyKey: `card_payout_return:${name}` };
  const to = { sourceKey: `card_payout:${name}`, from: paths.worldCard(back.acquirer) };
  await bookSentBack(context, trx, order, { ...back, ...entry, ...to, kept });
  await raiseAlarm(context, trx, { kind: 'payout_returned', subject: order.niceId, details: { outcome: 'returned' } });
}

/** A refused payout is sent once more. @returns its new key; nothing where its card was typed for one order only */
export async function planAgain(context: AppContext, trx: Executor, before: string): Promise<string | undefined> {
  const { isListed } = await trx
    .selectFrom('cards')
    .innerJoin('cardPayouts', 'cardPayouts.cardId', 'cards.cardId')
    .select('cards.isListed')
    .where('cardPayouts.payoutId', '=', before)
    .executeTakeFirstOrThrow();
  if (!isListed) return undefined;
  const payoutId = newUuid(context);
  const now = context.clock.now();
  await trx
    .updateTable('cardPayouts')
    .set({ payoutId, status: 'planned', failureReason: '', acquirerPayoutId: null, sentAt: null })
    .set({ allowedAt: now, updatedAt: now })
    .where('payoutId', '=', before)
    .execute();
  return payoutId;
}
