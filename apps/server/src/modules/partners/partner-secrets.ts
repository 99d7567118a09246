import { createHash } from 'node:crypto';
import type { AppContext } from '../../context.ts';
import { type Executor, inTransaction } from '../../database/db.ts';

type SecretContext = Pick<AppContext, 'config' | 'db' | 'clock' | 'random'>;

const form = /^sk_[\w-]{16,120}$/;

/**
 * A new secret key of a partner's server; it is shown once and kept as a hash. The earlier keys of its reach stay valid
 * for so long.
 *
 * @param readsOnly it reads the partner's orders, and can do nothing else
 */
export async function rotatePartnerSecret(
  context: SecretContext,
  partnerKey: string,
  overlapSeconds: number,
  readsOnly = false,
): Promise<{ keyId: string; secret: string }> {
  const keyId = `sk${Buffer.from(context.random.bytes(4)).toString('hex')}`;
  // A key says where it is good, so that one of the sandbox is not taken to a live server unseen.
  const kind = context.config.ENVIRONMENT === 'live' ? 'sk_live' : 'sk_test';
  const secret = `${kind}_${Buffer.from(context.random.bytes(32)).toString('base64url')}`;
  const createdAt = context.clock.now();
  await inTransaction(context.db, async (trx) => {
    await insertPartnerSecret(trx, { keyId, partnerKey, readsOnly, secretHash: hashSecret(secret), createdAt });
    const endsAt = new Date(createdAt.getTime() + overlapSeconds * 1000);
    await endOtherPartnerSecrets(trx, { partnerKey, keyId, readsOnly }, endsAt);
  });
  return { keyId, secret };
}

type SecretOwner = Required<Pick<PartnerSecret, 'partnerKey' | 'keyId' | 'readsOnly'>>;

/** The partner whose server sent this `X-Authorization` header, and its secret's id; `undefined` for any other. */
export async function findSecretOwner(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  authorization: string | undefined,
): Promise<SecretOwner | undefined> {
  const [, secret = ''] = /^Bearer (.+)$/.exec(authorization ?? '') ?? [];
  return form.test(secret) ? selectSecretOwner(db, hashSecret(secret), clock.now()) : undefined;
}

/** How a secret key is stored: it is random enough that a plain hash cannot be reversed. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

interface PartnerSecret {
  keyId: string;
  partnerKey: string;
  /** It reads and does nothing else; left out, it may do all. */
  readsOnly?: boolean;
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

/** Ends the other keys of a partner and of this reach, those that end earlier excepted. */
async function endOtherPartnerSecrets(
  executor: Executor,
  { partnerKey, keyId, readsOnly }: SecretOwner,
  endsAt: Date,
): Promise<void> {
  await executor
    .updateTable('partnerSecrets')
    .set({ endsAt })
    .where('partnerKey', '=', partnerKey)
    .where('keyId', '<>', keyId)
    .where('readsOnly', '=', readsOnly)
    .where((where) => where.or([where('endsAt', 'is', null), where('endsAt', '>', endsAt)]))
    .execute();
}

/**
 * Ends the keys that a copy has again though one of their reach was replaced; one that was made since is another.
 *
 * @returns the partners whose keys are over
 */
export async function endReplacedSecrets(
  executor: Executor,
  replaced: readonly { partnerKey: string; readsOnly: boolean; time?: Date | undefined }[],
  now: Date,
): Promise<string[]> {
  const ended = new Set<string>();
  for (const { partnerKey, readsOnly, time = now } of replaced) {
    const keys = executor.updateTable('partnerSecrets').set({ endsAt: now }).where('partnerKey', '=', partnerKey);
    const old = keys.where('readsOnly', '=', readsOnly).where('createdAt', '<', time);
    const open = old.where((where) => where.or([where('endsAt', 'is', null), where('endsAt', '>', now)]));
    for (const row of await open.returning('partnerKey').execute()) ended.add(row.partnerKey);
  }
  return [...ended];
}

/** The partner of this valid key, and the key's id. */
async function selectSecretOwner(executor: Executor, secretHash: Buffer, now: Date): Promise<SecretOwner | undefined> {
  return executor
    .selectFrom('partnerSecrets')
    .select(['partnerKey', 'keyId', 'readsOnly'])
    .where('secretHash', '=', secretHash)
    .where((where) => where.or([where('endsAt', 'is', null), where('endsAt', '>', now)]))
    .executeTakeFirst();
}

export async function listPartnerSecrets(executor: Executor, partnerKey: string) {
  return executor
    .selectFrom('partnerSecrets')
    .select(['keyId', 'readsOnly', 'createdAt', 'endsAt'])
    .where('partnerKey', '=', partnerKey)
    .orderBy('createdAt')
    .execute();
}
