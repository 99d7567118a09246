import type { getWizardInfo } from '@causeway/contract/calls/get-wizard-info';
import type { AnswerOf } from '@causeway/contract/define-call';
import { toFlag } from '@causeway/contract/fields/fields';
import { groupOf, type Wizard } from '@causeway/domain/verification/wizards';
import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { findClientKey } from '../client-keys/client-keys.ts';
import { listDocuments } from '../documents/store.ts';
import { readFacts } from './client-facts.ts';
import { describeDocument } from './describe-documents.ts';
import { describeWizard, toView } from './read-views.ts';
import { readFields } from './read-fields.ts';

/**
 * C-22: what a client typed and uploaded in one wizard, and what was said of it.
 *
 * @throws Refusal NOT_FOUND for a wizard that does not apply to the client, SESSION_OVER
 */
export async function readWizard(
  context: AppContext,
  clientId: string,
  { wizard, walletId = '' }: { wizard: Wizard; walletId?: string | undefined },
): Promise<AnswerOf<typeof getWizardInfo>> {
  const facts = await readFacts(context.db, clientId);
  if (groupOf(wizard, facts.flags) === undefined) throw new Refusal({ code: 'NOT_FOUND' });
  const row = facts.rows.find((candidate) => candidate.wizard === wizard && candidate.walletId === walletId);
  const key = row === undefined ? undefined : await findClientKey(context, clientId);
  const files = row === undefined ? [] : await listDocuments(context.db, row.verificationId);
  return {
    success: toFlag(true),
    wizard,
    fields: readFields(key, row?.sealedFields ?? ''),
    // A reviewer's notes are the client's only once the wizard is asked for again.
    comments: row?.status === 'declined' ? readFields(key, row.sealedComments) : {},
    documents: files.map((file) => describeDocument(file, key)),
    provider: wizard === 'identity' ? (context.providers.identityCheck?.name ?? '') : '',
    ...(wizard === 'wallet' ? toView(row?.status ?? 'new', false) : describeWizard(facts, wizard)),
    errors: [],
  };
}
