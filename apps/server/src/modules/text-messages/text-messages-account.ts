import type { AccountPart } from '../account-parts/account-part.ts';

/** Which number text messages went to is known as long as the law asks. */
export const textMessagesAccount: AccountPart = {
  async erase(trx, clientIds) {
    await trx.updateTable('textMessages').set({ recipient: '' }).where('clientId', 'in', clientIds).execute();
  },
};
