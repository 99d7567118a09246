import type { AccountPart } from '../account-parts/account-part.ts';

/** Passkeys and their open challenges end. */
export const passkeysAccount: AccountPart = {
  async close(_context, trx, { clientId }) {
    await trx.deleteFrom('passkeys').where('clientId', '=', clientId).execute();
    await trx.deleteFrom('passkeyChallenges').where('clientId', '=', clientId).execute();
  },
};
