import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { openText } from '../../secrets/seal-text.ts';
import { logSecurityEvent } from '../../security-log/log-security-event.ts';
import { alarmWhileAway } from '../alarms/alarm-while-away.ts';
import { findClientKey } from '../client-keys/client-keys.ts';
import { openBytes } from '../documents/seal-bytes.ts';
import { asOwner, type OwnerProof } from '../owner-proof/as-owner.ts';
import { findLastExport } from './store.ts';

/**
 * C-74: the copy of a client's data, for its owner alone.
 *
 * @throws Refusal NOT_FOUND where none is ready, and what `asOwner` refuses
 */
export async function openExport(context: AppContext, proof: OwnerProof): Promise<{ bytes: Buffer; madeAt: Date }> {
  const { clock, providers } = context;
  const { clientId } = proof;
  const { exportId, sealedKey, readyAt } = await asOwner(context, 'take a copy of the data', proof, async (trx) => {
    const last = await findLastExport(trx, clientId);
    if (last === undefined || last.readyAt === null || last.endedAt !== null || last.endsAt <= clock.now())
      throw new Refusal({ code: 'NOT_FOUND' });
    await trx
      .updateTable('dataExports')
      .set({ downloadedAt: clock.now() })
      .where('exportId', '=', last.exportId)
      .execute();
    return { ...last, readyAt: last.readyAt };
  });
  logSecurityEvent(context, 'data_exported', { clientId });
  const [clientKey, sealed] = await Promise.all([
    findClientKey(context, clientId),
    alarmWhileAway(context, 'document_store_away', () => providers.documentStore.get(exportId)),
  ]);
  if (clientKey === undefined) throw new Error(`The key of the client of the copy ${exportId} is gone.`);
  if (sealed === undefined) throw new Error(`The store has lost the copy ${exportId}.`);
  return {
    bytes: await openBytes(Buffer.from(openText([clientKey], sealedKey), 'base64'), exportId, sealed),
    madeAt: readyAt,
  };
}
