import type { AppContext } from '../../context.ts';
import { openText, sealText } from '../../secrets/seal-text.ts';
import { openClientKey } from '../client-keys/client-keys.ts';
import { findClient } from '../clients/store.ts';
import { sealBytes } from '../documents/seal-bytes.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { exportKeptMs } from './request-export.ts';
import { keepExportKey, markReady } from './store.ts';
import { writeArchive } from './write-archive.ts';

/**
 * Makes a requested copy: its key is kept, then the sealed file is stored, then the client is notified. Each
 * step may be done again: the file of a later try takes the place of an earlier one, under the same key.
 */
export async function makeExport(context: AppContext, { exportId }: { exportId: string }): Promise<void> {
  const { db, clock, random, providers } = context;
  const row = await db
    .selectFrom('dataExports')
    .innerJoin('clients', 'clients.clientId', 'dataExports.clientId')
    .select(['dataExports.clientId', 'niceId', 'readyAt', 'endedAt'])
    .where('exportId', '=', exportId)
    .executeTakeFirst();
  if (row === undefined || row.readyAt !== null) return;
  // What an earlier try left behind after the copy had ended.
  if (row.endedAt !== null) return providers.documentStore.remove(exportId);
  const { clientId, niceId } = row;
  const clientKey = await openClientKey(context, clientId);
  const fresh = sealText(clientKey, random, Buffer.from(random.bytes(32)).toString('base64'));
  const sealedKey = await keepExportKey(db, exportId, fresh);
  const client = await findClient(db, clientId);
  if (sealedKey === undefined || client === undefined) return;
  const key = Buffer.from(openText([clientKey], sealedKey), 'base64');
  const readme = context.texts.say(client.language, 'tpl:settings:data-export:readme');
  const archive = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((trx) => writeArchive(trx, { clientId, niceId, clientKey }, { readme }));
  await providers.documentStore.put(exportId, await sealBytes(key, random, exportId, archive));
  const readyAt = clock.now();
  const isReady = await db.transaction().execute(async (trx) => {
    const endsAt = new Date(readyAt.getTime() + exportKeptMs);
    const isNew = await markReady(trx, exportId, { bytes: archive.length, readyAt, endsAt });
    if (isNew === true)
      await queueEmail(context, trx, {
        template: 'data-export-ready',
        parameters: { path: '/settings/data-export' },
        recipient: client.email,
        language: client.language,
        clientId,
        occasion: `data-export-ready:${exportId}`,
      });
    return isNew;
  });
  if (isReady === undefined) await providers.documentStore.remove(exportId);
}
