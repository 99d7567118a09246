import type { z } from 'zod';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { Refusal, type RefusalItem } from '../../errors.ts';
import type { ClosingAccount } from '../account-parts/account-part.ts';
import type { endStrangersJob } from '../clients/jobs.ts';
import { retention } from '../documents/retention.ts';
import { asOwner } from '../owner-proof/as-owner.ts';
import { logSecurityEvent } from '../../security-log/log-security-event.ts';
import { accountParts } from './account-parts.ts';
import { deriveKey } from '../../secrets/derive-key.ts';
import { sealText } from '../../secrets/seal-text.ts';

interface DeletionRequest {
  clientId: string;
  password?: string | undefined;
  code?: string | undefined;
  reason?: string | undefined;
  isAgree: boolean;
}

/**
 * Deletes an account: sign-in ends at once, records with a legal retention period are sealed and stored apart.
 *
 * @throws Refusal AGREEMENT_REQUIRED, PASSWORD_WRONG, BALANCE_NOT_EMPTY, ORDER_IN_PROGRESS, TWO_FACTOR_REQUIRED,
 *   TWO_FACTOR_WRONG, CODE_TOO_MANY
 */
export async function deleteAccount(context: AppContext, input: DeletionRequest): Promise<void> {
  const { clientId, password, code, reason = '', isAgree } = input;
  if (!isAgree) throw new Refusal({ code: 'AGREEMENT_REQUIRED', field: 'is_agree', values: { agreement: 'delete' } });
  await asOwner(context, 'delete the account', { clientId, password, code }, async (trx) => {
    // Locked, so that no order of this client is made while it is checked.
    const client = await trx
      .selectFrom('clients')
      .select(['niceId', 'deletedAt'])
      .where('clientId', '=', clientId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (client.deletedAt !== null) return;
    const account = { clientId, niceId: client.niceId };
    const held = await findHold(trx, account);
    // Thrown, so that the rollback keeps the code of the second factor usable.
    if (held !== undefined) throw new Refusal(held);
    await closeClient(context, trx, account, reason);
    logSecurityEvent(context, 'account_deleted', { clientId }, trx);
  });
}

async function findHold(trx: Executor, account: ClosingAccount): Promise<RefusalItem | undefined> {
  for (const part of accountParts) {
    const held = await part.findHold?.(trx, account);
    if (held !== undefined) return held;
  }
  return undefined;
}

/**
 * Makes every room end its part of the client's account, and stores what the law requires, sealed and apart, until it
 * may be erased.
 */
async function closeClient(context: AppContext, trx: Executor, account: ClosingAccount, reason: string): Promise<void> {
  const deletedAt = context.clock.now();
  const personal: Record<string, string> = {};
  for (const { close } of accountParts) Object.assign(personal, await close?.(context, trx, account));
  await trx
    .insertInto('deletedClients')
    .values({
      clientId: account.clientId,
      sealed: sealText(deriveKey(context.config, 'deleted clients'), context.random, JSON.stringify(personal)),
      reason,
      deletedAt,
      eraseAfter: new Date(deletedAt.getTime() + retention['time over'].ms),
    })
    .execute();
}

/**
 * Makes every room end what somebody set up in an account before the owner of its e-mail address claimed it: a
 * destination or card that looks like the owner's own would take the owner's money.
 */
export async function endStrangers(
  context: AppContext,
  payload: z.output<typeof endStrangersJob.payload>,
): Promise<void> {
  await context.db.transaction().execute(async (trx) => {
    const account = await trx
      .selectFrom('clients')
      .select(['clientId', 'niceId'])
      .where('clientId', '=', payload.clientId)
      .where('deletedAt', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (account === undefined) return;
    const claimed = { ...account, claimedAt: new Date(payload.claimedAt) };
    for (const part of accountParts) await part.endStrangers?.(context, trx, claimed);
  });
}
