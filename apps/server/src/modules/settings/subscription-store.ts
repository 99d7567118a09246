import { type EmailSwitch, eachSwitch, emailSwitches } from '@causeway/contract/shapes/email-switches';
import type { Language } from '@causeway/domain/languages/languages';
import { type RawBuilder, sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import type { AccountPart } from '../account-parts/account-part.ts';
import { keepConsents } from '../consents/keep-consents.ts';

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

/** Saves the choice; what it changes of advertising is an agreement given or withdrawn. */
export async function saveSubscription(
  context: AppContext,
  { clientId, language }: { clientId: string; language: Language },
  subscription: Subscription,
): Promise<void> {
  await context.db.transaction().execute(async (trx) => {
    const before = await trx
      .selectFrom('clients')
      .select(emailSwitches)
      .where('clientId', '=', clientId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    await trx
      .updateTable('clients')
      .set(eachSwitch((name) => subscription[name]))
      .where('clientId', '=', clientId)
      .execute();
    const purposes = { isNews: 'news', isOffers: 'offers' } as const;
    const given = (['isNews', 'isOffers'] as const)
      .filter((name) => before[name] !== subscription[name])
      .map((name) => ({ purpose: purposes[name], isWithdrawn: !subscription[name] }));
    await keepConsents(context, trx, { clientId, language, given });
  });
}

/** Push notifications to the client's devices end. */
export const settingsAccount: AccountPart = {
  async close(_context, trx, { clientId }) {
    await trx.deleteFrom('pushTokens').where('clientId', '=', clientId).execute();
  },
};
