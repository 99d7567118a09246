import type { getCompanyChanges } from '@causeway/contract/calls/get-company-changes';
import type { AnswerOf } from '@causeway/contract/define-call';
import { type Language, defaultLanguage } from '@causeway/domain/languages/languages';
import type { AppContext } from '../../context.ts';
import { findAcceptedVersion, findDueAgreement } from '../clients/current-agreement.ts';
import { cleanWholeText } from '../locales/clean-markup.ts';
import { Refusal } from '../../errors.ts';

/** The agreement that waits to be accepted, in the caller's language where it has it. */
export async function describeAgreement(
  { db, clock }: AppContext,
  clientId: string,
  language: Language,
): Promise<AnswerOf<typeof getCompanyChanges>> {
  const due = await findDueAgreement(db, clientId, clock.now());
  if (due === undefined) return { success: 1, version: '', title: '', text: '', companyName: '' };
  const of = (texts: Readonly<Record<string, string>>) => texts[language] ?? texts[defaultLanguage] ?? '';
  const { version, companyName, titles, texts } = due;
  return { success: 1, version, companyName, title: of(titles), text: cleanWholeText(of(texts)) };
}

/**
 * Accepts the agreement that waits. Accepting it again changes nothing.
 *
 * @throws Refusal AGREEMENT_REQUIRED without consent, CONFLICT for a version that neither waits nor was the last one that
 * the client accepted
 */
export async function acceptAgreement(
  { db, clock }: AppContext,
  input: { clientId: string; version: string; isAgree: boolean },
): Promise<void> {
  const { clientId, version, isAgree } = input;
  if (!isAgree) throw new Refusal({ code: 'AGREEMENT_REQUIRED', field: 'is_agree' });
  const due = await findDueAgreement(db, clientId, clock.now());
  const current = due?.version ?? (await findAcceptedVersion(db, clientId));
  if (version === '' || current !== version) throw new Refusal({ code: 'CONFLICT', field: 'version' });
  if (due === undefined) return;
  await db.updateTable('clients').set({ agreedCompanyVersion: version }).where('clientId', '=', clientId).execute();
}
