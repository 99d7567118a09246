import { sql } from 'kysely';
import type { Executor } from '../../database/db.ts';
import type { AppContext } from '../../context.ts';
import type { AccountPart } from '../account-parts/account-part.ts';
import { sendClaimLinkJob } from './jobs.ts';
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
    if (emailConfirmedAt !== null) await forgetPayer(context, trx, email);
    await trx.deleteFrom('confirmationCodes').where('clientId', '=', clientId).execute();
    return { email, firstName, lastName, phone };
  },
};

/**
 * Forgets the payer of an address that the account had confirmed: the orders and the money went to the account. Where
 * something still waits or is held, the address keeps it, and is sent the link: it could not be claimed otherwise.
 */
async function forgetPayer({ jobs }: Pick<AppContext, 'jobs'>, trx: Executor, email: string): Promise<void> {
  // Held first, and looked at by another statement: what comes meanwhile is seen, or comes to an unreachable payer.
  const held = trx.selectFrom('clients').select('clientId').where('payerEmail', '=', email).forUpdate();
  const payer = await held.executeTakeFirst();
  if (payer === undefined) return;
  const forgotten = await trx
    .updateTable('clients')
    .set({ payerEmail: null })
    .where('payerEmail', '=', email)
    .where(sql<boolean>`not exists (select from orders where orders.client_id = clients.client_id)`)
    .where(sql<boolean>`not holds_money(nice_id)`)
    .executeTakeFirst();
  if (forgotten.numUpdatedRows === 0n) await jobs.enqueue(trx, sendClaimLinkJob, payer);
}
