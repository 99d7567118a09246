import { wizardState } from '@causeway/domain/verification/documents';
import { isWizardEnabled } from '@causeway/domain/verification/wizards';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { Refusal } from '../../errors.ts';
import { newUuid } from '../../new-uuid.ts';
import { findCard } from '../cards/store.ts';
import { holdClient } from '../clients/store.ts';
import { readFacts } from './client-facts.ts';
import { toView } from './read-views.ts';
import { holdVerification, type VerificationRow } from './store.ts';
import type { WizardKey } from './document-rules.ts';

/**
 * The row of a wizard whose files may be changed now, held with its client until the transaction ends.
 *
 * @throws Refusal WIZARD_LOCKED where the level does not reach, or while it is looked at and afterwards; NOT_FOUND for
 * a card
 *   of another
 */
export async function holdOpenWizard(context: AppContext, trx: Executor, key: WizardKey): Promise<VerificationRow> {
  await holdClient(trx, key.clientId);
  const { client, flags, isDone } = await readFacts(trx, key.clientId);
  if (!isWizardEnabled(key.wizard, client.level, flags)) throw new Refusal({ code: 'WIZARD_LOCKED' });
  if (key.wizard === 'wallet' && (await findCard(trx, key.clientId, key.walletId)) === undefined)
    throw new Refusal({ code: 'NOT_FOUND' });
  const fresh = { verificationId: newUuid(context), createdAt: context.clock.now() };
  const row = await holdVerification(trx, key, fresh);
  const view = toView(row.status, key.wizard !== 'wallet' && isDone(key.wizard));
  if (wizardState({ isVerified: view.isVerified === 1, isLocked: view.isLocked === 1 }) !== 'unverified')
    throw new Refusal({ code: 'WIZARD_LOCKED' });
  return row;
}
