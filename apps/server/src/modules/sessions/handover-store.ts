import type { Executor } from '../../database/db.ts';

/** A wizard that a session hands to a phone. */
export interface NewHandover {
  handoverId: string;
  clientId: string;
  /** The handover ends with it. */
  sessionId: string;
  wizard: string;
  walletId: string;
  linkHash: Buffer;
  createdAt: Date;
  /** Until when the link may be opened. */
  expiresAt: Date;
}

/** Gives out a link; an earlier one of the same wizard ends, with the phone that opened it. */
export async function insertHandover(trx: Executor, handover: NewHandover): Promise<void> {
  const { clientId, wizard, walletId } = handover;
  await trx
    .deleteFrom('handovers')
    .where('clientId', '=', clientId)
    .where('wizard', '=', wizard)
    .where('walletId', '=', walletId)
    .execute();
  await trx.insertInto('handovers').values(handover).execute();
}

/** Opens a link, once. @returns the wizard; `undefined` when the link is unknown, opened before or expired */
export async function openLink(
  trx: Executor,
  linkHash: Buffer,
  phone: { keyHash: Buffer; deviceName: string; openedAt: Date; expiresAt: Date },
) {
  return trx
    .updateTable('handovers')
    .set(phone)
    .where('linkHash', '=', linkHash)
    .where('openedAt', 'is', null)
    .where('expiresAt', '>', phone.openedAt)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('sessions')
          .select('sessionId')
          .whereRef('sessions.sessionId', '=', 'handovers.sessionId')
          .where('endedAt', 'is', null)
          .where('sessions.expiresAt', '>', phone.openedAt),
      ),
    )
    .returning(['handoverId', 'clientId', 'sessionId', 'wizard', 'walletId'])
    .executeTakeFirst();
}

/** What a phone's key opens; `undefined` when it is unknown, over, or its session has ended. */
export async function findOpenHandover(executor: Executor, keyHash: Buffer, now: Date) {
  return executor
    .selectFrom('handovers')
    .innerJoin('sessions', 'sessions.sessionId', 'handovers.sessionId')
    .select(['handoverId', 'handovers.clientId', 'wizard', 'walletId'])
    .where('keyHash', '=', keyHash)
    .where('doneAt', 'is', null)
    .where('handovers.expiresAt', '>', now)
    .where('sessions.endedAt', 'is', null)
    .where('sessions.expiresAt', '>', now)
    .executeTakeFirst();
}

export async function findHandover(executor: Executor, clientId: string, handoverId: string) {
  return executor
    .selectFrom('handovers')
    .select(['wizard', 'walletId', 'deviceName', 'openedAt', 'doneAt', 'expiresAt'])
    .where('handoverId', '=', handoverId)
    .where('clientId', '=', clientId)
    .executeTakeFirst();
}

/** The phone has sent all: its key ends, and the page that waits for it sees so. */
export async function finishHandover(executor: Executor, handoverId: string, now: Date): Promise<void> {
  await executor
    .updateTable('handovers')
    .set({ doneAt: now })
    .where('handoverId', '=', handoverId)
    .where('doneAt', 'is', null)
    .execute();
}

/** Links and phones of a client that are good now. */
export async function selectHandovers(executor: Executor, clientId: string, now: Date) {
  return executor
    .selectFrom('handovers')
    .select(['handoverId', 'deviceName', 'createdAt'])
    .where('clientId', '=', clientId)
    .where('doneAt', 'is', null)
    .where('expiresAt', '>', now)
    .execute();
}

/** @returns whether the client had it */
export async function deleteHandover(executor: Executor, clientId: string, handoverId: string): Promise<boolean> {
  // Names of other credentials are no such number.
  if (!/^[\da-f-]{36}$/.test(handoverId)) return false;
  const { numDeletedRows } = await executor
    .deleteFrom('handovers')
    .where('handoverId', '=', handoverId)
    .where('clientId', '=', clientId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function deleteOldHandovers(executor: Executor, before: Date): Promise<void> {
  await executor.deleteFrom('handovers').where('expiresAt', '<', before).execute();
}
