import { createSecretKey, type KeyObject } from 'node:crypto';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';

type Context = Pick<AppContext, 'clock' | 'db' | 'providers' | 'random'>;

/**
 * The key under which all is sealed that a client tells and shows; made when it is first needed. Asks the vault, so
 * that it is
 * called before a transaction and not inside of one.
 */
export async function openClientKey(context: Context, clientId: string): Promise<KeyObject> {
  const found = await findClientKey(context, clientId);
  if (found !== undefined) return found;
  const sealed = await context.providers.keyVault.wrap(context.random.bytes(32));
  await context.db
    .insertInto('clientKeys')
    .values({ clientId, sealed, createdAt: context.clock.now() })
    .onConflict((conflict) => conflict.column('clientId').doNothing())
    .execute();
  // Another process may have been first: what it wrote is the key.
  const made = await findClientKey(context, clientId);
  if (made === undefined) throw new Error('The key of the client is gone again.');
  return made;
}

/** The same where nothing may have been sealed yet. */
export async function findClientKey(
  { db, providers }: Pick<Context, 'db' | 'providers'>,
  clientId: string,
): Promise<KeyObject | undefined> {
  const row = await db.selectFrom('clientKeys').select('sealed').where('clientId', '=', clientId).executeTakeFirst();
  return row && createSecretKey(await providers.keyVault.unwrap(row.sealed));
}

/**
 * Ends the key in the live database, and with it all that was sealed under it; backups keep it until they expire.
 *
 * @returns the wrapped key that was ended, if there was one
 */
export async function destroyClientKey(trx: Executor, clientId: string): Promise<string | undefined> {
  const ended = await trx
    .deleteFrom('clientKeys')
    .where('clientId', '=', clientId)
    .returning('sealed')
    .executeTakeFirst();
  return ended?.sealed;
}
