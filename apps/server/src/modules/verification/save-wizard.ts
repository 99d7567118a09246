import type { updateVerification } from '@causeway/contract/calls/update-verification';
import type { RequestOf } from '@causeway/contract/define-call';
import type { Language } from '@causeway/domain/languages/languages';
import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { holdClient } from '../clients/store.ts';
import { raiseLevel } from './client-facts.ts';
import { submitFiles } from './submit-files.ts';
import { draftBasic, submitBasic, type TypedBasic } from './submit-basic.ts';

interface Saved extends Pick<RequestOf<typeof updateVerification>, 'wizard' | 'isDraft' | 'documentType' | 'walletId'> {
  typed: TypedBasic;
  consent: { isGiven: boolean; language: Language };
}

/**
 * C-17 with a wizard keeps its fields, and submits it unless it is a draft. Without one the level is brought up to what
 * was
 * approved: basic data may have come before the e-mail was confirmed.
 *
 * @throws Refusal with an item for each wrong field, WIZARD_LOCKED; NOT_FOUND for a wizard whose data have calls of
 * their own
 */
export async function saveWizard(
  context: AppContext,
  clientId: string,
  { wizard, isDraft, documentType, walletId = '', ...given }: Saved,
): Promise<void> {
  if (wizard === 'basic') {
    if (isDraft === true) return draftBasic(context, clientId, given.typed);
    await submitBasic(context, clientId, given);
    return undefined;
  }
  if (wizard === 'email' || wizard === 'phone') throw new Refusal({ code: 'NOT_FOUND' });
  if (wizard !== undefined) {
    const paper = wizard === 'identity' ? documentType : undefined;
    // Files are kept as they come: there is nothing to draft.
    if (isDraft !== true) await submitFiles(context, { clientId, wizard, walletId }, paper);
    return undefined;
  }
  await context.db.transaction().execute(async (trx) => {
    await holdClient(trx, clientId);
    await raiseLevel(context, trx, clientId);
  });
  return undefined;
}
