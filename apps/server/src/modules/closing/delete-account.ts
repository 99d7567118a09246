import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { Refusal, type RefusalItem } from '../../errors.ts';
import type { ClosingAccount } from '../account-parts/account-part.ts';
import { findPasswordById } from '../clients/find-password-by-id.ts';
import { isPasswordKept } from '../clients/is-password-kept.ts';
import { isPasswordRight } from '../clients/password.ts';
import { tellSecurity } from '../../security-log/tell-security.ts';
import { checkSecondFactor } from '../two-factor/check-second-factor.ts';
import { refuseSecondFactor } from '../two-factor/refuse-second-factor.ts';
import { accountParts } from './account-parts.ts';
import { closeClient } from './close-client.ts';

interface DeletionRequest {
  clientId: string;
  password: string;
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
  const wrongPassword: RefusalItem = { code: 'PASSWORD_WRONG', field: 'password' };
  const presentHash = await findPasswordById(context.db, clientId);
  if (!(await isPasswordRight(presentHash, password))) throw new Refusal(wrongPassword);
  const refused = await context.db.transaction().execute(async (trx): Promise<RefusalItem | undefined> => {
    // Held, so that no order of this client is made while it is looked at.
    const client = await trx
      .selectFrom('clients')
      .select(['niceId', 'deletedAt'])
      .where('clientId', '=', clientId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (client.deletedAt !== null) return undefined;
    if (!(await isPasswordKept(trx, clientId, presentHash))) return wrongPassword;
    const account = { clientId, niceId: client.niceId };
    const held = await findHold(trx, account);
    if (held !== undefined) return held;
    const wrong = refuseSecondFactor(await checkSecondFactor(context, trx, clientId, code));
    if (wrong !== undefined) return wrong;
    await closeClient(context, trx, account, reason);
    return undefined;
  });
  if (refused !== undefined) throw new Refusal(refused);
  tellSecurity(context, 'account_deleted', { clientId });
}

async function findHold(trx: Executor, account: ClosingAccount): Promise<RefusalItem | undefined> {
  for (const part of accountParts) {
    const held = await part.findHold?.(trx, account);
    if (held !== undefined) return held;
  }
  return undefined;
}
