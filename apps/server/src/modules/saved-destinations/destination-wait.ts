import { isWithdrawal } from '@causeway/domain/orders/is-withdrawal';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { Refusal } from '../../errors.ts';
import type { Destination } from '../order-lifecycle/store.ts';
import { queueSecurityEmail } from '../clients/queue-security-email.ts';
import { holdClient } from '../clients/store.ts';
import { asOwner, type OwnerProof } from '../owner-proof/as-owner.ts';
import { completeAct } from '../owner-proof/complete-act.ts';
import type { QuoteRecord } from '../pricing/quote-record.ts';

/** How long a new destination waits, and the switch that ends the waiting. */
export const waitHours = 24;
export const waitMs = waitHours * 3_600_000;

/** A client's choice that new destinations wait. */
interface DestinationWait {
  since: Date;
  /** When it ends, once that was asked for. */
  endsAt: Date | null;
}

/** `undefined` where nothing waits. */
export async function findWait(
  { clock }: Pick<AppContext, 'clock'>,
  executor: Executor,
  clientId: string,
): Promise<DestinationWait | undefined> {
  const row = await executor
    .selectFrom('destinationWaits')
    .select(['since', 'endsAt'])
    .where('clientId', '=', clientId)
    .executeTakeFirst();
  return row === undefined || (row.endsAt !== null && row.endsAt <= clock.now()) ? undefined : row;
}

/** From now on new destinations wait; the owner is notified. A request to end that is taken back. */
export async function beginWait(context: AppContext, clientId: string): Promise<void> {
  const now = context.clock.now();
  await context.db.transaction().execute(async (trx) => {
    await holdClient(trx, clientId);
    const wait = await findWait(context, trx, clientId);
    if (wait !== undefined && wait.endsAt === null) return;
    await trx
      .insertInto('destinationWaits')
      .values({ clientId, since: now, endsAt: null })
      .onConflict((conflict) =>
        conflict.column('clientId').doUpdateSet(({ eb, ref }) => ({
          since: eb
            .case()
            .when(ref('destinationWaits.endsAt'), '<=', now)
            .then(now)
            .else(ref('destinationWaits.since'))
            .end(),
          endsAt: null,
        })),
      )
      .execute();
    await queueSecurityEmail(context, trx, clientId, 'destination-wait-on');
  });
}

/** Ends the waiting a day from now, with the owner's proof; the owner is notified. @throws Refusal of the proof */
export async function endWait(context: AppContext, proof: OwnerProof): Promise<void> {
  await asOwner(context, 'let destinations be used at once', proof, async (trx) => {
    const { clientId } = proof;
    const ended = await trx
      .updateTable('destinationWaits')
      .set({ endsAt: new Date(context.clock.now().getTime() + waitMs) })
      .where('clientId', '=', clientId)
      .where('endsAt', 'is', null)
      .executeTakeFirst();
    // Asked again, it ends no later.
    if (ended.numUpdatedRows === 1n) await completeAct(context, trx, 'let destinations be used at once', { clientId });
  });
}

/** All destinations of a client wait again, as one of them may have been removed. */
export async function restartWaits({ clock }: Pick<AppContext, 'clock'>, trx: Executor, clientId: string) {
  const usableAt = new Date(clock.now().getTime() + waitMs);
  await trx.updateTable('savedDestinations').set({ usableAt }).where('clientId', '=', clientId).execute();
}

/** An order as its destination is judged. */
interface Leaving {
  clientId: string;
  record: Pick<QuoteRecord, 'payinGroup' | 'payoutGroup'>;
  destination: Destination;
}

/**
 * Lets money of a balance leave for a new destination only after the wait that its client has chosen. A card counts
 * from when its owner proved to want payouts there. What the balance pays a partner does not wait: the operator has
 * admitted the partner, and a purchase that waits for a day is none.
 *
 * @throws Refusal DESTINATION_UNKNOWN, DESTINATION_WAITING
 */
export async function requireUsableDestination(
  context: Pick<AppContext, 'clock'>,
  trx: Executor,
  { clientId, record, destination }: Leaving,
): Promise<void> {
  if (!isWithdrawal(record)) return;
  const { payoutGroup: network } = record;
  const wait = await findWait(context, trx, clientId);
  if (wait === undefined) return;
  const { payoutCardToken: token } = destination.details;
  const field = token === '' ? (network === 'sepa' ? 'iban' : 'dst_address') : 'token';
  const usableAt =
    token === ''
      ? await findUsableTime(trx, clientId, network, destination)
      : await findCardTime(trx, { clientId, token, since: wait.since });
  if (usableAt === undefined) throw new Refusal({ code: 'DESTINATION_UNKNOWN', field });
  const leftMs = usableAt.getTime() - context.clock.now().getTime();
  if (leftMs > 0)
    throw new Refusal({ code: 'DESTINATION_WAITING', field, values: { hours: Math.ceil(leftMs / 3_600_000) } });
}

async function findUsableTime(
  trx: Executor,
  clientId: string,
  network: string,
  { address, tag, details }: Destination,
): Promise<Date | undefined> {
  const row = await trx
    .selectFrom('savedDestinations')
    .select('usableAt')
    .where('clientId', '=', clientId)
    .where('network', '=', network)
    .where('address', '=', address)
    .where('tag', '=', tag)
    .where('memoValue', '=', details.memoValue)
    .orderBy('usableAt')
    .executeTakeFirst();
  return row?.usableAt;
}

async function findCardTime(
  trx: Executor,
  { clientId, token, since }: { clientId: string; token: string; since: Date },
): Promise<Date | undefined> {
  const card = await trx
    .selectFrom('cards')
    .select('destinationSince')
    .where('clientId', '=', clientId)
    .where('token', '=', token)
    .where('isListed', '=', true)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  const usedSince = card?.destinationSince ?? undefined;
  if (usedSince === undefined || usedSince <= since) return usedSince;
  return new Date(usedSince.getTime() + waitMs);
}
