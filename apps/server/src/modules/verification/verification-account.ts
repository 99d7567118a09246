import type { AccountPart } from '../account-parts/account-part.ts';

/** What is typed and no longer asked for goes at once; what was submitted stays, sealed, as long as the law asks. */
export const verificationAccount: AccountPart = {
  async close(_context, trx, { clientId }) {
    await trx
      .updateTable('verifications')
      .set({ sealedFields: '' })
      .where('clientId', '=', clientId)
      .where('status', '=', 'new')
      .execute();
  },
};
