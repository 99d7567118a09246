import { type EmailSwitch, eachSwitch, emailSwitches } from '@causeway/contract/shapes/email-switches';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../database/db.ts';
import type { AccountPart } from '../account-parts/account-part.ts';

/** Which e-mails a client receives. E-mails about the account's security are always sent. */
type Subscription = Record<EmailSwitch, boolean>;

export async function findSubscription(executor: Executor, clientId: string): Promise<Subscription> {
  return executor
    .selectFrom('clients')
    .select(emailSwitches)
    .where('clientId', '=', clientId)
    .executeTakeFirstOrThrow();
}

/** Whether a client receives e-mails about orders, as part of another statement. */
export function wantsOrderEmails(clientId: string): RawBuilder<boolean> {
  return sql<boolean>`(select is_order_letters from clients where client_id = ${clientId}::uuid)`;
}

export async function saveSubscription(
  executor: Executor,
  clientId: string,
  subscription: Subscription,
): Promise<void> {
  await executor
    .updateTable('clients')
    .set(eachSwitch((name) => subscription[name]))
    .where('clientId', '=', clientId)
    .execute();
}

/** Push notifications to the client's devices end. */
export const settingsAccount: AccountPart = {
  async close(_context, trx, { clientId }) {
    await trx.deleteFrom('pushTokens').where('clientId', '=', clientId).execute();
  },
};
