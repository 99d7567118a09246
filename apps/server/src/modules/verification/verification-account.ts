import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import type { AccountPart } from '../account-parts/account-part.ts';
import { destroyClientKey } from '../client-keys/client-keys.ts';
import { destroyDocumentKey, proveDestroyed } from '../documents/document-keys.ts';
import { endClientUploads } from '../documents/parts/upload-parts.ts';
import type { Ending } from '../documents/retention.ts';
import { listClientDocuments } from '../documents/store.ts';

/** What was never sent or was declined goes at once; what was submitted stays, sealed, as long as the law asks. */
export const verificationAccount: AccountPart = {
  async close(context, trx, { clientId }) {
    await trx
      .updateTable('verifications')
      .set({ sealedFields: '' })
      .where('clientId', '=', clientId)
      .where('status', '=', 'new')
      .execute();
    await endDocuments(context, trx, clientId, 'account closed');
    await endClientUploads(context, trx, clientId);
  },
  /** Resets the wizards for the owner of the address: it is not known whose data they hold. */
  async endStrangers(context, trx, { clientId, claimedAt }) {
    await trx
      .updateTable('verifications')
      .set({ status: 'new', sealedFields: '', sealedComments: '', claimedBy: '', checkedBy: '', firstApprovedBy: '' })
      .where('clientId', '=', clientId)
      .where('createdAt', '<=', claimedAt)
      .execute();
    await endDocuments(context, trx, clientId, 'account closed');
    await endClientUploads(context, trx, clientId);
  },
};

/** Ends all that is left of an account whose time is over: the key of every file, and the one over all of them. */
export async function endVerification(
  context: Pick<AppContext, 'clock' | 'random'>,
  trx: Executor,
  clientId: string,
): Promise<void> {
  await endDocuments(context, trx, clientId, 'time over');
  const sealedKey = await destroyClientKey(trx, clientId);
  if (sealedKey !== undefined)
    await proveDestroyed(context, trx, { clientId, documentId: null, sealedKey }, 'time over');
}

async function endDocuments(
  context: Pick<AppContext, 'clock' | 'random'>,
  trx: Executor,
  clientId: string,
  reason: Ending,
): Promise<void> {
  for (const document of await listClientDocuments(trx, clientId))
    if (reason === 'time over' || document.status === 'new' || document.status === 'declined')
      await destroyDocumentKey(context, trx, document, reason);
}
