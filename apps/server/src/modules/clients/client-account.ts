import type { AccountPart } from '../account-parts/account-part.ts';

/** The client's own row: its personal data is erased, and its name, e-mail address and number are free again. */
export const clientAccount: AccountPart = {
  async close(context, trx, { clientId }) {
    const { email, firstName, lastName, phone } = await trx
      .selectFrom('clients')
      .select(['email', 'firstName', 'lastName', 'phone'])
      .where('clientId', '=', clientId)
      .executeTakeFirstOrThrow();
    const deletedAt = context.clock.now();
    await trx
      .updateTable('clients')
      .set({
        // Unique, and not an address: the client may register again with the real one.
        email: `deleted:${clientId}`,
        passwordHash: '',
        firstName: '',
        lastName: '',
        phone: '',
        phoneConfirmedAt: null,
        isNews: false,
        isOffers: false,
        deletedAt,
      })
      .where('clientId', '=', clientId)
      .execute();
    // The orders of an unconfirmed payer of this address went to the account when it was confirmed: the row is empty.
    await trx.updateTable('clients').set({ payerEmail: null }).where('payerEmail', '=', email).execute();
    await trx.deleteFrom('confirmationCodes').where('clientId', '=', clientId).execute();
    return { email, firstName, lastName, phone };
  },
};
