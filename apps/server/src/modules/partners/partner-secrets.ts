import { createHash } from 'node:crypto';
import type { AppContext } from '../../context.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { endOtherPartnerSecrets, insertPartnerSecret, selectSecretOwner } from './secrets-store.ts';

type SecretContext = Pick<AppContext, 'db' | 'clock' | 'random'>;

const form = /^sk_[\w-]{16,120}$/;

/** A new secret key of a partner's server; it is shown once and kept as a hash. The keys before it live on for so long. */
export async function rotatePartnerSecret(
  context: SecretContext,
  partnerKey: string,
  overlapSeconds: number,
): Promise<{ keyId: string; secret: string }> {
  const keyId = `sk${Buffer.from(context.random.bytes(4)).toString('hex')}`;
  const secret = `sk_${Buffer.from(context.random.bytes(32)).toString('base64url')}`;
  const createdAt = context.clock.now();
  await inTransaction(context.db, async (trx) => {
    await insertPartnerSecret(trx, { keyId, partnerKey, secretHash: hashSecret(secret), createdAt });
    await endOtherPartnerSecrets(trx, { partnerKey, keyId }, new Date(createdAt.getTime() + overlapSeconds * 1000));
  });
  return { keyId, secret };
}

/** The partner whose server sent this `X-Authorization` header, and its secret's id; `undefined` for any other. */
export async function findSecretOwner(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  authorization: string | undefined,
): Promise<{ partnerKey: string; keyId: string } | undefined> {
  const [, secret = ''] = /^Bearer (.+)$/.exec(authorization ?? '') ?? [];
  return form.test(secret) ? selectSecretOwner(db, hashSecret(secret), clock.now()) : undefined;
}

/** How a secret key is kept: it is random enough that a plain hash cannot be turned back. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
