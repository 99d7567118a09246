import type { AccountPart } from '../account-parts/account-part.ts';

/** No firm's word opens a deleted account. */
export const socialAccount: AccountPart = {
  async close(_context, trx, { clientId }) {
    await trx.deleteFrom('clientIdentities').where('clientId', '=', clientId).execute();
  },
};
