import type { AppContext } from '../../context.ts';
import { settleEach } from '../alarms/settle-each.ts';
import { destroyDocumentKey, type Ending } from './document-keys.ts';

const day = 24 * 3600 * 1000;

/**
 * How long a file lives in each state, as data: what is submitted or approved lives as long as its account and the
 * law's five years.
 */
export const retention = {
  /** Uploads that broke off. */
  unstored: { ms: 3600 * 1000, reason: 'never submitted' },
  new: { ms: 30 * day, reason: 'never submitted' },
  declined: { ms: 90 * day, reason: 'declined' },
} as const satisfies Record<string, { ms: number; reason: Ending }>;

/** Ends the keys of files whose time is over, then removes what no key opens any more from the store. */
export async function sweepDocuments(context: AppContext): Promise<void> {
  await endOverdue(context);
  const { db, providers } = context;
  const gone = await db
    .selectFrom('documents')
    .select('documentId')
    .where('destroyedAt', 'is not', null)
    .where('storedAt', 'is not', null)
    .limit(1000)
    .execute();
  await settleEach(context, gone, {
    work: 'sweep-documents',
    againWithin: 6 * 3600,
    nameOf: ({ documentId }) => documentId,
    settle: async ({ documentId }) => {
      await providers.documentStore.remove(documentId);
      await db.updateTable('documents').set({ storedAt: null }).where('documentId', '=', documentId).execute();
    },
  });
}

async function endOverdue(context: AppContext): Promise<void> {
  const now = context.clock.now().getTime();
  const before = (ms: number) => new Date(now - ms);
  const overdue = await context.db
    .selectFrom('documents')
    .select(['documentId', 'clientId', 'sealedKey', 'status', 'storedAt'])
    .where('destroyedAt', 'is', null)
    .where((where) =>
      where.or([
        where.and([where('storedAt', 'is', null), where('createdAt', '<', before(retention.unstored.ms))]),
        where.and([where('status', '=', 'new'), where('createdAt', '<', before(retention.new.ms))]),
        where.and([where('status', '=', 'declined'), where('createdAt', '<', before(retention.declined.ms))]),
      ]),
    )
    .limit(1000)
    .execute();
  await settleEach(context, overdue, {
    work: 'end-documents',
    againWithin: 6 * 3600,
    nameOf: ({ documentId }) => documentId,
    settle: async (document) => {
      const kind = document.storedAt === null ? 'unstored' : document.status === 'declined' ? 'declined' : 'new';
      await context.db
        .transaction()
        .execute((trx) => destroyDocumentKey(context, trx, document, retention[kind].reason));
      // An upload that broke off may have left a file without its row saying so.
      if (document.storedAt === null) await context.providers.documentStore.remove(document.documentId);
    },
  });
}
