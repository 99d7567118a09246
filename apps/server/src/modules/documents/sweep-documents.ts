import type { AppContext } from '../../context.ts';
import { type Executor, requireRightClock } from '../../database/db.ts';
import { settleEach } from '../alarms/settle-each.ts';
import { sweepUploads } from './parts/upload-parts.ts';
import { destroyDocumentKey } from './document-keys.ts';
import { type RetentionRule, timedRules } from './retention.ts';

/**
 * Ends the keys of files whose time is over, then removes what no key opens any more from the store.
 *
 * @throws WrongClock
 */
export async function sweepDocuments(context: AppContext): Promise<void> {
  await requireRightClock(context.db);
  await endOverdue(context);
  await sweepUploads(context);
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
  for (const rule of timedRules) {
    const overdue = await findOverdue(context, rule);
    await settleEach(context, overdue, {
      work: 'end-documents',
      againWithin: 6 * 3600,
      nameOf: ({ documentId }) => documentId,
      settle: async (document) => {
        const isEnded = await context.db.transaction().execute(async (trx) => {
          // It may have been submitted since it was listed. Its wizard is held by who submits it.
          const { verificationId } = document;
          const wizard = trx.selectFrom('verifications').select('verificationId').forUpdate();
          await wizard.where('verificationId', '=', verificationId).execute();
          const [still] = await findOverdue({ ...context, db: trx }, rule, document.documentId);
          if (still !== undefined) await destroyDocumentKey(context, trx, still, rule.name);
          return still !== undefined;
        });
        // An upload that broke off may have left a file without its row saying so.
        if (isEnded && document.storedAt === null) await context.providers.documentStore.remove(document.documentId);
      },
    });
  }
}

/** Files of a rule whose time is over; one of them where it is named. */
async function findOverdue(
  { db, clock }: { db: Executor; clock: AppContext['clock'] },
  { state, since, ms, wizards }: RetentionRule,
  documentId?: string,
) {
  const before = new Date(clock.now().getTime() - ms);
  const query = db
    .selectFrom('documents')
    .innerJoin('verifications', 'verifications.verificationId', 'documents.verificationId')
    .select(['documentId', 'documents.clientId', 'documents.verificationId', 'sealedKey', 'storedAt'])
    .where('destroyedAt', 'is', null)
    .where(since === 'decision' ? 'verifications.decidedAt' : 'documents.createdAt', '<', before)
    .$if(wizards !== undefined, (narrow) => narrow.where('wizard', 'in', wizards ?? []))
    .$if(documentId !== undefined, (narrow) => narrow.where('documentId', '=', documentId ?? ''))
    .limit(1000);
  return (
    state === 'unfinished' ? query.where('storedAt', 'is', null) : query.where('documents.status', '=', state ?? '')
  ).execute();
}
