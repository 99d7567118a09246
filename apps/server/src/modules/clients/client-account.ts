import { sql } from 'kysely';
import type { Executor } from '../../database/db.ts';
import type { AccountPart } from '../account-parts/account-part.ts';
import { noAdvertising } from './store.ts';

/** The client's own row: its personal data is erased, and its name, e-mail address and number are free again. */
export const clientAccount: AccountPart = {
  async close(context, trx, { clientId }) {
    const { email, emailConfirmedAt, firstName, lastName, phone } = await trx
      .selectFrom('clients')
      .select(['email', 'emailConfirmedAt', 'firstName', 'lastName', 'phone'])
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
        ...noAdvertising,
        deletedAt,
      })
      .where('clientId', '=', clientId)
      .execute();
    if (emailConfirmedAt !== null) await forgetPayer(trx, email);
    await trx.deleteFrom('confirmationCodes').where('clientId', '=', clientId).execute();
    return { email, firstName, lastName, phone };
  },
};

/**
 * Forgets the payer of an address that the account had confirmed: the orders and the money went to the account. Where
 * something still waits, the address keeps it: it could not be claimed otherwise.
 */
async function forgetPayer(trx: Executor, email: string): Promise<void> {
  await trx
    .updateTable('clients')
    .set({ payerEmail: null })
    .where('payerEmail', '=', email)
    .where(
      sql<boolean>`not exists (select from orders where orders.client_id = clients.client_id)
        and not exists (
          select from ledger_balances where path in ('client:' || nice_id, 'held:' || nice_id) and balance > 0
        )`,
    )
    .execute();
}
