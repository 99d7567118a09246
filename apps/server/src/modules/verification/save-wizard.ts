import type { updateVerification } from '@causeway/contract/calls/update-verification';
import type { RequestOf } from '@causeway/contract/define-call';
import type { Language } from '@causeway/domain/languages/languages';
import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { holdClient } from '../clients/store.ts';
import { raiseLevel } from './client-facts.ts';
import { draftFiles, submitFiles } from './submit-files.ts';
import { draftBasic, submitBasic, type TypedBasic } from './submit-basic.ts';

type Request = RequestOf<typeof updateVerification>;

interface Saved extends Pick<
  Request,
  'wizard' | 'isDraft' | 'documentType' | 'documentDate' | 'expiryDate' | 'walletId'
> {
  typed: TypedBasic;
  consent: { isGiven: boolean; language: Language };
}

/**
 * C-17 with a wizard keeps its fields, and submits it unless it is a draft. Without one the level is brought up to what
 * was approved: basic data may have come before the e-mail was confirmed.
 *
 * @throws Refusal with an item for each wrong field, WIZARD_LOCKED; NOT_FOUND for a wizard whose data have calls of
 * their own
 */
export async function saveWizard(
  context: AppContext,
  clientId: string,
  { wizard, isDraft, documentType, documentDate, expiryDate, walletId = '', ...given }: Saved,
): Promise<void> {
  if (wizard === 'basic') {
    if (isDraft === true) return draftBasic(context, clientId, given.typed);
    await submitBasic(context, clientId, given);
    return undefined;
  }
  if (wizard === 'email' || wizard === 'phone') throw new Refusal({ code: 'NOT_FOUND' });
  if (wizard !== undefined) {
    const typed = { paper: wizard === 'identity' ? documentType : undefined, documentDate, expiryDate };
    const save = isDraft === true ? draftFiles : submitFiles;
    await save(context, { clientId, wizard, walletId }, typed);
    return undefined;
  }
  await context.db.transaction().execute(async (trx) => {
    await holdClient(trx, clientId);
    await raiseLevel(context, trx, clientId);
  });
  return undefined;
}
