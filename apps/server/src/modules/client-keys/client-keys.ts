import { createSecretKey, type KeyObject } from 'node:crypto';
import type { AppContext } from '../../context.ts';
import { alarmWhileAway } from '../alarms/alarm-while-away.ts';
import type { Executor } from '../../database/db.ts';
import { NotOpened } from '../../providers/key-vault/port.ts';

/** Result for the rows of one table. */
export interface Resealed {
  table: string;
  sealed: number;
  /** Rows that no key of the settings opens. They stay unchanged. */
  lost: number;
}

const pageLength = 100;

type Context = Pick<AppContext, 'clock' | 'db' | 'log' | 'providers' | 'random'>;

/**
 * The key under which all is sealed that a client states and shows; made when it is first needed. Asks the vault, so
 * that it is called before a transaction and not inside of one.
 *
 * @throws Refusal TRY_LATER while the vault does not answer
 */
export async function openClientKey(context: Context, clientId: string): Promise<KeyObject> {
  const found = await findClientKey(context, clientId);
  if (found !== undefined) return found;
  const key = context.random.bytes(32);
  const sealed = await alarmWhileAway(context, 'key_service_away', () => context.providers.keyVault.wrap(key));
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
export async function findClientKey(context: Context, clientId: string): Promise<KeyObject | undefined> {
  const { db, providers } = context;
  const row = await db.selectFrom('clientKeys').select('sealed').where('clientId', '=', clientId).executeTakeFirst();
  if (row === undefined) return undefined;
  const key = await alarmWhileAway(context, 'key_service_away', () => providers.keyVault.unwrap(row.sealed));
  return createSecretKey(key);
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

/**
 * Closes with the present master key what an earlier one closed, so that the old one can be taken away. Each key by
 * itself: the vault is asked outside of transactions, and what is done stays done.
 *
 * @throws Refusal TRY_LATER while the vault does not answer: no key is lost by that
 */
export async function rewrapKeys(context: Context): Promise<Resealed> {
  const { db } = context;
  const vault = context.providers.keyVault;
  const ask = <Answer>(work: () => Promise<Answer>) => alarmWhileAway(context, 'key_service_away', work);
  const done = { table: 'client_keys', sealed: 0, lost: 0 };
  let after: string | undefined;
  for (;;) {
    const page = db.selectFrom('clientKeys').select(['clientId', 'sealed']).orderBy('clientId').limit(pageLength);
    const rows = await (after === undefined ? page : page.where('clientId', '>', after)).execute();
    for (const { clientId, sealed } of rows) {
      if (await vault.isCurrent(sealed)) continue;
      const key = await ask(() => vault.unwrap(sealed).catch(undefinedWhereLost));
      if (key === undefined) {
        done.lost += 1;
        continue;
      }
      const rewrapped = await ask(() => vault.wrap(key));
      if (await replaceKey(db, { clientId, sealed, rewrapped })) done.sealed += 1;
    }
    after = rows.at(-1)?.clientId;
    if (after === undefined) return done;
  }
}

function undefinedWhereLost(error: unknown): undefined {
  if (!(error instanceof NotOpened)) throw error;
}

/** The server may change no row of this table: another one takes its place. @returns whether it was still there */
async function replaceKey(
  db: Context['db'],
  { clientId, sealed, rewrapped }: { clientId: string; sealed: string; rewrapped: string },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const old = await trx
      .deleteFrom('clientKeys')
      .where('clientId', '=', clientId)
      .where('sealed', '=', sealed)
      .returning('createdAt')
      .executeTakeFirst();
    if (old === undefined) return false;
    await trx.insertInto('clientKeys').values({ clientId, sealed: rewrapped, createdAt: old.createdAt }).execute();
    return true;
  });
}
