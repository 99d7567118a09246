import type { AccountPart } from '../account-parts/account-part.ts';
import { replaceRecoveryCodes, saveTwoFactor } from './store.ts';

/** No second factor stays behind. */
export const twoFactorAccount: AccountPart = {
  async close({ clock }, trx, { clientId }) {
    await saveTwoFactor(trx, clientId, { twoFactorSealedKey: '', hasPasskeys: false });
    await replaceRecoveryCodes(trx, clientId, [], clock.now());
    await trx.deleteFrom('secondFactorCodes').where('clientId', '=', clientId).execute();
  },
};
