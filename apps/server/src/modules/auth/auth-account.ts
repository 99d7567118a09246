import type { AccountPart } from '../account-parts/account-part.ts';
import { endSessions } from '../sessions/end-sessions.ts';

/** Every method of signing in ends: sessions with what they gave out, and links for a new password. */
export const authAccount: AccountPart = {
  async close({ clock }, trx, { clientId }) {
    await endSessions(trx, { clientId, reason: 'account deleted', now: clock.now() });
    await trx.deleteFrom('passwordResets').where('clientId', '=', clientId).execute();
  },
};
