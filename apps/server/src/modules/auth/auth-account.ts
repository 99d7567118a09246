import type { AccountPart } from '../account-parts/account-part.ts';

/** Every way in ends: sessions, links for a new password, biometric tokens. */
export const authAccount: AccountPart = {
  async close({ clock }, trx, { clientId }) {
    await trx
      .updateTable('sessions')
      .set({ endedAt: clock.now(), endReason: 'account deleted' })
      .where('clientId', '=', clientId)
      .where('endedAt', 'is', null)
      .execute();
    await trx.deleteFrom('passwordResets').where('clientId', '=', clientId).execute();
    await trx.deleteFrom('biometricTokens').where('clientId', '=', clientId).execute();
  },
};
