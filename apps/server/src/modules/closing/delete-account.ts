import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { Refusal, type RefusalItem } from '../../errors.ts';
import type { ClosingAccount } from '../account-parts/account-part.ts';
import { asOwner } from '../owner-proof/as-owner.ts';
import { tellSecurity } from '../../security-log/tell-security.ts';
import { accountParts } from './account-parts.ts';
import { closeClient } from './close-client.ts';

interface DeletionRequest {
  clientId: string;
  password?: string | undefined;
  code?: string | undefined;
  reason?: string | undefined;
  isAgree: boolean;
}

/**
 * Deletes an account: sign-in ends at once, what the law keeps is sealed and put apart.
 *
 * @throws Refusal AGREEMENT_REQUIRED, PASSWORD_WRONG, BALANCE_NOT_EMPTY, ORDER_IN_PROGRESS, TWO_FACTOR_REQUIRED,
 *   TWO_FACTOR_WRONG, CODE_TOO_MANY
 */
export async function deleteAccount(context: AppContext, input: DeletionRequest): Promise<void> {
  const { clientId, password, code, reason = '', isAgree } = input;
  if (!isAgree) throw new Refusal({ code: 'AGREEMENT_REQUIRED', field: 'is_agree', values: { agreement: 'delete' } });
  await asOwner(context, 'delete the account', { clientId, password, code }, async (trx) => {
    // Held, so that no order of this client is made while it is looked at.
    const client = await trx
      .selectFrom('clients')
      .select(['niceId', 'deletedAt'])
      .where('clientId', '=', clientId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (client.deletedAt !== null) return;
    const account = { clientId, niceId: client.niceId };
    const held = await findHold(trx, account);
    // Thrown, so that the code of the second factor is not used up for nothing.
    if (held !== undefined) throw new Refusal(held);
    await closeClient(context, trx, account, reason);
  });
  tellSecurity(context, 'account_deleted', { clientId });
}

async function findHold(trx: Executor, account: ClosingAccount): Promise<RefusalItem | undefined> {
  for (const part of accountParts) {
    const held = await part.findHold?.(trx, account);
    if (held !== undefined) return held;
  }
  return undefined;
}
