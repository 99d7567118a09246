import type { AccountPart } from '../account-parts/account-part.ts';

/** Nothing is pushed to the client's devices any more. */
export const settingsAccount: AccountPart = {
  async close(_context, trx, { clientId }) {
    await trx.deleteFrom('pushTokens').where('clientId', '=', clientId).execute();
  },
};
