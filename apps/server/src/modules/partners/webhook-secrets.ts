import { toUnixSeconds } from '@causeway/contract/fields/fields';
import type { AppContext } from '../../context.ts';
import { inTransaction, type Executor } from '../../database/db.ts';
import { deriveKey, deriveKeys } from '../../secrets/derive-key.ts';
import { openText, sealText } from '../../secrets/seal-text.ts';
import { createHmac } from 'node:crypto';

/** The secret that webhooks are signed with, and that a partner checks them with. */
interface WebhookSecret {
  keyId: string;
  secret: string;
}

type SecretContext = Pick<AppContext, 'config' | 'db' | 'clock' | 'random'>;

/** A new secret for a partner's webhooks; the earlier ones also sign for so long, so that none is refused meanwhile. */
export async function rotateWebhookSecret(
  context: SecretContext,
  partnerKey: string,
  overlapSeconds: number,
): Promise<WebhookSecret> {
  const made = {
    keyId: `wk_${Buffer.from(context.random.bytes(6)).toString('hex')}`,
    secret: `whsec_${Buffer.from(context.random.bytes(32)).toString('base64url')}`,
  };
  const now = context.clock.now();
  await inTransaction(context.db, async (trx) => {
    await addWebhookSecret({ ...context, db: trx }, partnerKey, made);
    const endsAt = new Date(now.getTime() + overlapSeconds * 1000);
    await endOtherWebhookSecrets(trx, { partnerKey, keyId: made.keyId }, endsAt);
  });
  return made;
}

/** Stores a secret, sealed; an existing one stays unchanged. */
export async function addWebhookSecret(
  context: SecretContext,
  partnerKey: string,
  { keyId, secret }: WebhookSecret,
): Promise<void> {
  const sealed = sealText(deriveKey(context.config, 'webhook secrets'), context.random, secret);
  await insertWebhookSecret(context.db, { keyId, partnerKey, sealed, createdAt: context.clock.now() });
}

/** Every secret that signs now, the newest first. */
export async function openWebhookSecrets(
  { config, db, clock }: Pick<AppContext, 'config' | 'db' | 'clock'>,
  partnerKey: string,
): Promise<WebhookSecret[]> {
  const webhookKeys = deriveKeys(config, 'webhook secrets');
  const rows = await selectWebhookSecrets(db, partnerKey, clock.now());
  return rows.map(({ keyId, sealed }) => ({ keyId, secret: openText(webhookKeys, sealed) }));
}

/**
 * The signature of a message to a partner, `t=<Unix seconds>,kid=<key id>,v1=<hex>`, with one pair of `kid` and `v1`
 * for every valid secret: HMAC-SHA-256 over the time, a dot and the text exactly as it is sent.
 */
export function signText(secrets: readonly WebhookSecret[], text: string, at: Date): string {
  const time = toUnixSeconds(at);
  const signed = secrets.map(({ keyId, secret }) => {
    const mac = createHmac('sha256', secret).update(`${time}.${text}`).digest('hex');
    return `kid=${keyId},v1=${mac}`;
  });
  return [`t=${time}`, ...signed].join(',');
}

interface WebhookSecretRow {
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

/** Every secret that signs, the newest first. */
export async function selectWebhookSecrets(executor: Executor, partnerKey: string, now: Date) {
  return executor
    .selectFrom('webhookSecrets')
    .select(['keyId', 'sealed', 'createdAt', 'endsAt'])
    .where('partnerKey', '=', partnerKey)
    .where((where) => where.or([where('endsAt', 'is', null), where('endsAt', '>', now)]))
    .orderBy('createdAt', 'desc')
    .execute();
}
