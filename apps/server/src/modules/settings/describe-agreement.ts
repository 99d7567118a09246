import type { getCompanyChanges } from '@causeway/contract/calls/get-company-changes';
import type { AnswerOf } from '@causeway/contract/define-call';
import { defaultLanguage, type Language } from '@causeway/domain/languages/languages';
import type { AppContext } from '../../context.ts';
import { findDueAgreement } from '../clients/current-agreement.ts';
import { cleanWholeText } from '../locales/clean-markup.ts';

/** The agreement that waits to be accepted, in the reader's language where it has it. */
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
