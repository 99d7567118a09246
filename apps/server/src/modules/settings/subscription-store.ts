import {
  advertisingSwitches,
  type NotificationSwitch,
  notificationSwitches,
} from '@causeway/contract/shapes/notification-switches';
import type { Language } from '@causeway/domain/languages/languages';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import type { AccountPart } from '../account-parts/account-part.ts';
import { logChange } from '../clients/queue-security-email.ts';
import { findClient } from '../clients/store.ts';
import { keepConsents } from '../consents/keep-consents.ts';

/** By which channels a client learns of what. E-mails about the account's security are always sent. */
type Subscription = Record<NotificationSwitch, boolean>;

export async function findSubscription(executor: Executor, clientId: string): Promise<Subscription> {
  return executor
    .selectFrom('clients')
    .select(notificationSwitches)
    .where('clientId', '=', clientId)
    .executeTakeFirstOrThrow();
}

/** Whether push messages go to the browser of a session. */
export async function hasBrowserPush(executor: Executor, sessionId: string): Promise<boolean> {
  const row = await executor
    .selectFrom('pushTokens')
    .select('deviceId')
    .where('sessionId', '=', sessionId)
    .where('platform', '=', 'web')
    .executeTakeFirst();
  return row !== undefined;
}

/** Saves the choice; what it changes of advertising is an agreement given or withdrawn. */
export async function saveSubscription(
  context: AppContext,
  { clientId, language }: { clientId: string; language: Language },
  chosen: Partial<Subscription>,
): Promise<void> {
  await context.db.transaction().execute(async (trx) => {
    const before = await trx
      .selectFrom('clients')
      .select(notificationSwitches)
      .where('clientId', '=', clientId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    // A switch that is left out stays as it was.
    const subscription = { ...before };
    for (const name of notificationSwitches) subscription[name] = chosen[name] ?? before[name];
    await trx.updateTable('clients').set(subscription).where('clientId', '=', clientId).execute();
    const given = advertisingSwitches
      .filter(({ name }) => before[name] !== subscription[name])
      .map(({ name, purpose }) => ({ purpose, isWithdrawn: !subscription[name] }));
    await keepConsents(context, trx, { clientId, language, given });
    if (given.some(({ isWithdrawn }) => isWithdrawn)) logChange(context, trx, { clientId, reason: 'advertising-off' });
  });
}

/** Withdraws every agreement to advertising: a copy of the database has one that was withdrawn. */
export async function withdrawAdvertising(context: AppContext, clientId: string): Promise<void> {
  const client = await findClient(context.db, clientId);
  if (client !== undefined) await saveSubscription(context, client, { isNews: false, isOffers: false });
}

/** Push notifications to the client's devices end. */
export const settingsAccount: AccountPart = {
  async close(_context, trx, { clientId }) {
    await trx.deleteFrom('pushTokens').where('clientId', '=', clientId).execute();
  },
};
