import type { AccountPart } from '../account-parts/account-part.ts';

/** Whom letters went to is known as long as the law asks. */
export const lettersAccount: AccountPart = {
  async erase(trx, clientIds) {
    await trx.updateTable('letters').set({ recipient: '' }).where('clientId', 'in', clientIds).execute();
  },
};
