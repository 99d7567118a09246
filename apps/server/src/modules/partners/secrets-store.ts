import type { Executor } from '../../database/db.ts';

export interface PartnerSecret {
  keyId: string;
  partnerKey: string;
  secretHash: Buffer;
  createdAt: Date;
}

export async function insertPartnerSecret(executor: Executor, secret: PartnerSecret): Promise<void> {
  await executor
    .insertInto('partnerSecrets')
    .values({ ...secret, endsAt: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Ends the other keys of a partner, those that end earlier excepted. */
export async function endOtherPartnerSecrets(
  executor: Executor,
  { partnerKey, keyId }: Pick<PartnerSecret, 'partnerKey' | 'keyId'>,
  endsAt: Date,
): Promise<void> {
  await executor
    .updateTable('partnerSecrets')
    .set({ endsAt })
    .where('partnerKey', '=', partnerKey)
    .where('keyId', '<>', keyId)
    .where((where) => where.or([where('endsAt', 'is', null), where('endsAt', '>', endsAt)]))
    .execute();
}

/** Whose live key this is, and its id. */
export async function selectSecretOwner(
  executor: Executor,
  secretHash: Buffer,
  now: Date,
): Promise<Pick<PartnerSecret, 'partnerKey' | 'keyId'> | undefined> {
  return executor
    .selectFrom('partnerSecrets')
    .select(['partnerKey', 'keyId'])
    .where('secretHash', '=', secretHash)
    .where((where) => where.or([where('endsAt', 'is', null), where('endsAt', '>', now)]))
    .executeTakeFirst();
}

export async function listPartnerSecrets(executor: Executor, partnerKey: string) {
  return executor
    .selectFrom('partnerSecrets')
    .select(['keyId', 'createdAt', 'endsAt'])
    .where('partnerKey', '=', partnerKey)
    .orderBy('createdAt')
    .execute();
}

export interface WebhookSecretRow {
  keyId: string;
  partnerKey: string;
  sealed: string;
  createdAt: Date;
}

export async function insertWebhookSecret(executor: Executor, secret: WebhookSecretRow): Promise<void> {
  await executor
    .insertInto('webhookSecrets')
    .values({ ...secret, endsAt: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function endOtherWebhookSecrets(
  executor: Executor,
  { partnerKey, keyId }: Pick<WebhookSecretRow, 'partnerKey' | 'keyId'>,
  endsAt: Date,
): Promise<void> {
  await executor
    .updateTable('webhookSecrets')
    .set({ endsAt })
    .where('partnerKey', '=', partnerKey)
    .where('keyId', '<>', keyId)
    .where((where) => where.or([where('endsAt', 'is', null), where('endsAt', '>', endsAt)]))
    .execute();
}

/** All that sign, the newest first. */
export async function selectWebhookSecrets(executor: Executor, partnerKey: string, now: Date) {
  return executor
    .selectFrom('webhookSecrets')
    .select(['keyId', 'sealed', 'createdAt', 'endsAt'])
    .where('partnerKey', '=', partnerKey)
    .where((where) => where.or([where('endsAt', 'is', null), where('endsAt', '>', now)]))
    .orderBy('createdAt', 'desc')
    .execute();
}
