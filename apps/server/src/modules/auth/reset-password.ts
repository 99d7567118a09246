import type { AppContext } from '../../context.ts';
import { Refusal, type RefusalItem } from '../../errors.ts';
import { hashPassword } from '../clients/password.ts';
import { requireGoodPassword } from '../clients/require-good-password.ts';
import { savePassword } from '../clients/save-password.ts';
import { completeAct } from '../owner-proof/complete-act.ts';
import { findEmailOfReset, spendReset } from '../owner-proof/password-resets-store.ts';
import { hashToken } from './refresh-token.ts';
import { takeAddress } from './take-address.ts';
import { requireRepeat } from './require-repeat.ts';

/**
 * Sets a new password by a link. Every session of the client ends, and every other link. Nothing is hashed for a link that
 * is over, and a password that is refused leaves the link as it was.
 *
 * @throws Refusal RECOVERY_LINK_OVER, PASSWORD_REPEAT, PASSWORD_COMMON, TOO_MANY_REQUESTS
 */
export async function resetPassword(
  context: AppContext,
  input: { token: string; newPassword: string; newPasswordRepeat: string },
): Promise<void> {
  requireRepeat(input);
  const tokenHash = hashToken(input.token);
  const over: RefusalItem = { code: 'RECOVERY_LINK_OVER', field: 'token' };
  const email = await findEmailOfReset(context.db, tokenHash, context.clock.now());
  if (email === undefined) throw new Refusal(over);
  requireGoodPassword(context, { password: input.newPassword, email, field: 'new_password' });
  const passwordHash = await hashPassword(input.newPassword);
  await context.db.transaction().execute(async (trx) => {
    const now = context.clock.now();
    const linked = await spendReset(trx, tokenHash, now);
    const clientId = linked === undefined ? undefined : await takeAddress(context, trx, linked);
    if (clientId === undefined) throw new Refusal(over);
    await savePassword(trx, clientId, passwordHash);
    await completeAct(context, trx, 'set a password by a link', { clientId, reason: 'password changed' });
  });
}
