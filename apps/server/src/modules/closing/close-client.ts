import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { deriveKey } from '../../secrets/derive-key.ts';
import { sealText } from '../../secrets/seal-text.ts';
import type { ClosingAccount } from '../account-parts/account-part.ts';
import { accountParts } from './account-parts.ts';

/** How long anti-money-laundering law makes us keep who a client was: five years (Directive (EU) 2015/849, article 40). */
export const keptMs = 5 * 365.25 * 24 * 3600 * 1000;

/** Has every room end what it keeps of a client, and puts what the law wants kept apart, sealed, until it may be erased. */
export async function closeClient(
  context: AppContext,
  trx: Executor,
  account: ClosingAccount,
  reason: string,
): Promise<void> {
  const deletedAt = context.clock.now();
  const personal: Record<string, string> = {};
  for (const { close } of accountParts) Object.assign(personal, await close?.(context, trx, account));
  await trx
    .insertInto('deletedClients')
    .values({
      clientId: account.clientId,
      sealed: sealText(deriveKey(context.config, 'deleted clients'), context.random, JSON.stringify(personal)),
      reason,
      deletedAt,
      eraseAfter: new Date(deletedAt.getTime() + keptMs),
    })
    .execute();
}
