import { uploadMax, uploadPart } from '@causeway/domain/verification/documents';
import { sql } from 'kysely';
import { createHash, createHmac, type KeyObject } from 'node:crypto';
import { addressFamily } from '../../../budgets/address-family.ts';
import { deriveKey } from '../../../secrets/derive-key.ts';
import type { AppContext } from '../../../context.ts';
import type { Executor } from '../../../database/db.ts';
import { Refusal, uploadsBusy } from '../../../errors.ts';
import { newUuid } from '../../../new-uuid.ts';
import type { Spooled } from '../../../plugins/spool.ts';
import { openText, sealText } from '../../../secrets/seal-text.ts';
import { alarmWhileAway } from '../../alarms/alarm-while-away.ts';
import { settleEach } from '../../alarms/settle-each.ts';
import { openBytes, sealBytes } from '../seal-bytes.ts';

/** What a file is sent for; of each one file is under way at a time. */
export interface UploadPlace {
  clientId: string;
  wizard: string;
  walletId: string;
  type: string;
}

/** How long parts wait for the others. A part that is being written then may take so much longer. */
const [openMs, writingMs] = [3_600_000, 60_000];
/** Files under way: of one client, from one network, and of all, whose parts take 3 GB at most. */
const [openOfOneMax, openOfNetworkMax, openMax] = [6, 100, 200];
/** Where all places are taken, a file without a new part for this long gives up its own. */
const idleMs = 60_000;

/**
 * Begins a file that is sent in parts, in place of one that was under way for the same place. The caller holds the
 * client.
 *
 * @returns its number
 * @throws Refusal UPLOADS_BUSY
 */
export async function beginUpload(
  context: AppContext,
  trx: Executor,
  { ip, clientKey, ...place }: UploadPlace & { ip: string; clientKey: KeyObject },
): Promise<string> {
  const createdAt = context.clock.now();
  const counting = createHmac('sha256', deriveKey(context.config, 'counted tries'));
  const askedFrom = counting.update(`uploads\n${addressFamily(ip)}`).digest('base64url');
  await trx
    .updateTable('uploads')
    .set({ sealedKey: '', endedAt: createdAt })
    .where('clientId', '=', place.clientId)
    .where('endedAt', 'is', null)
    .where((row) =>
      row.or([
        row.and({ wizard: place.wizard, walletId: place.walletId, type: place.type }),
        row('createdAt', '<', new Date(createdAt.getTime() - openMs)),
      ]),
    )
    .execute();
  const { own, ofNetwork, all } = await trx
    .selectFrom('uploads')
    .select(({ fn }) => [
      fn.countAll<bigint>().filterWhere('clientId', '=', place.clientId).as('own'),
      fn.countAll<bigint>().filterWhere('askedFrom', '=', askedFrom).as('ofNetwork'),
      fn.countAll<bigint>().as('all'),
    ])
    .where('endedAt', 'is', null)
    .executeTakeFirstOrThrow();
  if (own >= openOfOneMax || ofNetwork >= openOfNetworkMax) throw uploadsBusy();
  if (all >= openMax && !(await endIdlest(trx, createdAt))) throw uploadsBusy();
  const uploadId = newUuid(context);
  const key = Buffer.from(context.random.bytes(32)).toString('base64');
  const sealedKey = sealText(clientKey, context.random, key);
  await trx
    .insertInto('uploads')
    .values({ uploadId, ...place, askedFrom, sealedKey, createdAt })
    .execute();
  return uploadId;
}

/**
 * Ends the file that has waited longest for its next part: abandoned uploads must not keep other clients out.
 *
 * @returns whether there was one
 */
async function endIdlest(trx: Executor, now: Date): Promise<boolean> {
  const lastPart = sql<Date>`coalesce(part_at, created_at)`;
  const idlest = trx
    .selectFrom('uploads')
    .select('uploadId')
    .where('endedAt', 'is', null)
    .where(lastPart, '<', new Date(now.getTime() - idleMs))
    .orderBy(lastPart)
    .limit(1)
    .forUpdate()
    .skipLocked();
  const ended = await trx
    .updateTable('uploads')
    .set({ sealedKey: '', endedAt: now })
    .where('uploadId', 'in', idlest)
    .executeTakeFirst();
  return ended.numUpdatedRows === 1n;
}

/**
 * Keeps a part that goes on where the last one ended; another one is left out.
 *
 * @returns how much has arrived
 * @throws Refusal NOT_FOUND where the file is gone or of another place, TRY_LATER while its part is being written
 */
export async function keepPart(
  context: AppContext,
  place: UploadPlace,
  part: { uploadId: string; offset: number; file: Spooled; clientKey: KeyObject },
): Promise<number> {
  const { db, clock, providers, random } = context;
  const { uploadId, offset, file, clientKey } = part;
  const open = await findOpen(context, place, uploadId);
  if (open.received !== offset) return open.received;
  // One writes at a time, in whatever process: the same part comes again when its answer was lost.
  const writingAt = clock.now();
  const claimed = await db
    .updateTable('uploads')
    .set({ writingAt })
    .where('uploadId', '=', uploadId)
    .where('received', '=', offset)
    .where('endedAt', 'is', null)
    .where((row) =>
      row.or([row('writingAt', 'is', null), row('writingAt', '<', new Date(writingAt.getTime() - writingMs))]),
    )
    .executeTakeFirst();
  if (claimed.numUpdatedRows !== 1n) throw new Refusal({ code: 'TRY_LATER', field: 'file' }, { retryAfterSeconds: 2 });
  const release = (received: number) =>
    db
      .updateTable('uploads')
      .set({ received, writingAt: null, partAt: writingAt })
      .where('uploadId', '=', uploadId)
      .where('writingAt', '=', writingAt)
      .execute();
  try {
    const name = partName(uploadId, offset);
    const key = Buffer.from(openText([clientKey], open.sealedKey), 'base64');
    const sealed = await sealBytes(key, random, name, await file.read());
    await alarmWhileAway(context, 'document_store_away', () => providers.documentStore.put(name, sealed));
  } catch (error) {
    await release(offset);
    throw error;
  }
  await release(offset + file.size);
  return offset + file.size;
}

/**
 * The whole file: the parts that have arrived, then the rest. They are read when its content is.
 *
 * @throws Refusal NOT_FOUND
 */
export async function joinParts(
  context: AppContext,
  place: UploadPlace,
  { uploadId, offset, rest, clientKey }: { uploadId: string; offset?: number; rest: Spooled; clientKey: KeyObject },
): Promise<Spooled> {
  const { received, sealedKey } = await findOpen(context, place, uploadId);
  // With a hole, or with a part twice, it would be another file.
  if (offset !== undefined && offset !== received) throw new Refusal({ code: 'NOT_FOUND' });
  const size = received + rest.size;
  return {
    size,
    isTooLong: rest.isTooLong || size > uploadMax,
    remove: rest.remove,
    read: async () => {
      const key = Buffer.from(openText([clientKey], sealedKey), 'base64');
      const whole = Buffer.allocUnsafe(size);
      for (const offset of offsetsTo(received)) {
        const name = partName(uploadId, offset);
        const sealed = await alarmWhileAway(context, 'document_store_away', () =>
          context.providers.documentStore.get(name),
        );
        if (sealed === undefined) {
          // The same rest may have come twice, and the other one was the first.
          await findOpen(context, place, uploadId);
          throw new Error(`The store has lost a part of upload ${uploadId}.`);
        }
        whole.set(await openBytes(key, name, sealed), offset);
      }
      whole.set(await rest.read(), received);
      return whole;
    },
  };
}

/** Ends the key of the parts, and with it the parts; the sweep removes them where the caller does not. */
export async function endUpload({ clock }: Pick<AppContext, 'clock'>, trx: Executor, uploadId: string): Promise<void> {
  await endUploads(trx, clock.now(), uploadId, 'uploadId');
}

/** The same for all that a client is sending. */
export async function endClientUploads(
  { clock }: Pick<AppContext, 'clock'>,
  trx: Executor,
  clientId: string,
): Promise<void> {
  await endUploads(trx, clock.now(), clientId, 'clientId');
}

async function endUploads(trx: Executor, endedAt: Date, id: string, by: 'uploadId' | 'clientId'): Promise<void> {
  await trx
    .updateTable('uploads')
    .set({ sealedKey: '', endedAt })
    .where(by, '=', id)
    .where('endedAt', 'is', null)
    .execute();
}

/** Removes the parts of an upload that has ended from the store. */
export async function removeParts({ providers }: Pick<AppContext, 'providers'>, uploadId: string): Promise<void> {
  for (const offset of offsetsTo(uploadMax)) await providers.documentStore.remove(partName(uploadId, offset));
}

/** Ends what was not finished in its hour, and takes what has ended out of the store. */
export async function sweepUploads(context: AppContext): Promise<void> {
  const now = context.clock.now();
  const ago = (ms: number) => new Date(now.getTime() - ms);
  await context.db
    .updateTable('uploads')
    .set({ sealedKey: '', endedAt: now })
    .where('endedAt', 'is', null)
    .where('createdAt', '<', ago(openMs + writingMs))
    .execute();
  const gone = await context.db
    .selectFrom('uploads')
    .select('uploadId')
    // A part that was being written when it ended has come by then too.
    .where((row) => row.or([row('endedAt', '<', ago(writingMs)), row('createdAt', '<', ago(openMs + writingMs))]))
    .where('endedAt', 'is not', null)
    .limit(1000)
    .execute();
  await settleEach(context, gone, {
    work: 'sweep-uploads',
    againWithin: 6 * 3600,
    nameOf: ({ uploadId }) => uploadId,
    settle: async ({ uploadId }) => {
      await removeParts(context, uploadId);
      await context.db.deleteFrom('uploads').where('uploadId', '=', uploadId).execute();
    },
  });
}

/** @throws Refusal NOT_FOUND */
async function findOpen({ db, clock }: AppContext, place: UploadPlace, uploadId: string) {
  const open = await db
    .selectFrom('uploads')
    .select(['received', 'sealedKey'])
    .where('uploadId', '=', uploadId)
    .where('clientId', '=', place.clientId)
    .where('wizard', '=', place.wizard)
    .where('walletId', '=', place.walletId)
    .where('type', '=', place.type)
    .where('endedAt', 'is', null)
    .where('createdAt', '>=', new Date(clock.now().getTime() - openMs))
    .executeTakeFirst();
  if (open === undefined) throw new Refusal({ code: 'NOT_FOUND' });
  return open;
}

/** Where the parts of a file begin. */
function offsetsTo(end: number): number[] {
  return Array.from({ length: Math.ceil(end / uploadPart) }, (_unused, index) => index * uploadPart);
}

/** The store's name of a part, which follows from its upload: what broke off is found again without a list of it. */
function partName(uploadId: string, offset: number): string {
  const hash = createHash('sha256').update(`${uploadId} ${offset}`).digest('hex');
  return hash.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
