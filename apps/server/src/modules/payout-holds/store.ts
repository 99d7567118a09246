import { formatUnits } from '@causeway/domain/currencies/format-units';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import type { PayoutHolds } from '../../database/types.generated.ts';
import type { JobDefinition } from '../../job-queue.ts';
import { newUuid } from '../../new-uuid.ts';
import { clearAlarm, raiseAlarm } from '../alarms/raise-alarm.ts';

/** A transaction of the hot wallet, or a provider's payout, that the books do not have; amounts in smallest units. */
export const spendDetails = z.object({
  inputs: z.array(z.object({ txid: z.string(), outputIndex: z.int() })).default([]),
  payments: z
    // At a provider the address is the order's number under which it was sent.
    .array(z.object({ place: z.int(), address: z.string(), currency: z.string(), amount: z.string() }))
    .default([]),
  /** The number of the wallet that it used, on a chain that counts them. */
  nonce: z.int().optional(),
  /** If the chain shows it by itself. */
  fee: z.string().default('0'),
  /** What was sent since then may be unknown to the books: when this database was last in use. */
  since: z.iso.datetime().optional(),
});
export type SpendDetails = z.output<typeof spendDetails>;

const holdReason = z.enum(['restored', 'clock_back', 'unseen', 'unknown_spend']);

/** Why payouts of a chain or a provider wait. */
export interface PayoutHold {
  holdId: string;
  /** Of a bank or acquirer its name. */
  chain: string;
  reason: z.output<typeof holdReason>;
  /** A transaction's id, a nonce of the wallet, a payout's id at its provider, or the database's epoch. */
  subject: string;
  details: SpendDetails;
  openedAt: Date;
  openedHeight: number | null;
}

/** Ended the hold of what would never be in a block: should it be in one after all, it is held again. */
export const gone = 'gone';

/** Holds the payouts of a chain and raises an alarm. An earlier decision about the same subject is kept. */
export async function openHold(
  context: AppContext,
  executor: Executor,
  hold: Pick<PayoutHold, 'chain' | 'reason' | 'subject'> & { details?: SpendDetails; height?: number },
): Promise<void> {
  const { chain, reason, subject, height: openedHeight = null } = hold;
  const [details, openedAt] = [JSON.stringify(hold.details ?? {}), context.clock.now()];
  const opened = await executor
    .insertInto('payoutHolds')
    .values({ holdId: newUuid(context), chain, reason, subject, details, openedAt, openedHeight })
    .onConflict((conflict) =>
      conflict
        .columns(['chain', 'reason', 'subject'])
        .doUpdateSet({ releasedAt: null, releasedBy: null, details, openedAt, openedHeight })
        .where('payoutHolds.releasedBy', '=', gone),
    )
    .returning('holdId')
    .executeTakeFirst();
  // Most of a start end with the first look: `watch-wallets` raises an alarm for one that lasts.
  if (opened === undefined || reason === 'unseen') return;
  await raiseAlarm(context, executor, { kind: 'payouts_held', subject: chain, details: { reason, cause: subject } });
}

/** Open holds, the oldest first; of one chain where one is given. */
export async function listHolds(executor: Executor, chain?: string): Promise<PayoutHold[]> {
  let query = executor.selectFrom('payoutHolds').selectAll().where('releasedAt', 'is', null).orderBy('openedAt');
  if (chain !== undefined) query = query.where('chain', '=', chain);
  return (await query.execute()).map(toHold);
}

export function toHold(row: Selectable<PayoutHolds>): PayoutHold {
  return { ...row, reason: holdReason.parse(row.reason), details: spendDetails.parse(row.details) };
}

const heldPauseMs = 10_000;

/** Looks again at payouts later, because a hold keeps them from leaving. */
export async function putBackHeld(
  { db, clock, jobs }: AppContext,
  job: JobDefinition<z.ZodType<{ orderId: string }, { orderId: string }>>,
  orderIds: readonly string[],
): Promise<void> {
  const startAfter = new Date(clock.now().getTime() + heldPauseMs);
  const later = orderIds.map((orderId) => ({ payload: { orderId }, startAfter, singletonKey: orderId }));
  await jobs.enqueueAll(db, job, later);
}

/** Open holds for a person to read: where, why, what, since when, and what was paid to whom. */
export async function describeHolds(executor: Executor): Promise<string[][]> {
  const rows = await listHolds(executor);
  return rows.map((it) => [it.chain, it.reason, it.subject, it.openedAt.toISOString(), writePayments(it.details)]);
}

/** What was paid to whom, for a person to read, and under which number of the wallet. */
export function writePayments({ payments, nonce }: SpendDetails): string {
  const write = (text: string, currency: string) => `${formatUnits(BigInt(text), currency)} ${currency}`;
  const paid = payments.map(({ address, amount, currency }) => `${write(amount, currency)} to ${address}`).join(', ');
  return nonce === undefined ? paid : `number ${nonce}: ${paid}`;
}

/** Ends holds, in the caller's transaction. The alarm is cleared with a chain's last one. */
export async function releaseHolds(
  context: AppContext,
  trx: Executor,
  { chain, holdIds, by }: { chain: string; holdIds: readonly string[]; by: string },
): Promise<void> {
  if (holdIds.length === 0) return;
  await trx
    .updateTable('payoutHolds')
    .set({ releasedAt: context.clock.now(), releasedBy: by })
    .where('holdId', 'in', holdIds)
    .where('releasedAt', 'is', null)
    .execute();
  if ((await listHolds(trx, chain)).length === 0) await clearAlarm(context, trx, 'payouts_held', chain);
}
