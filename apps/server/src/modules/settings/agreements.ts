import type { getCompanyChanges } from '@causeway/contract/calls/get-company-changes';
import type { AnswerOf } from '@causeway/contract/define-call';
import { type Language, defaultLanguage } from '@causeway/domain/languages/languages';
import type { AppContext } from '../../context.ts';
import { type Agreement, findAcceptedVersion, findDueAgreement } from '../clients/current-agreement.ts';
import { keepConsents } from '../consents/keep-consents.ts';
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
  const { version, companyName } = due;
  return { success: 1, version, companyName, ...inLanguage(due, language) };
}

/**
 * Accepts the agreement that waits. Accepting it again changes nothing.
 *
 * @throws Refusal AGREEMENT_REQUIRED without consent, CONFLICT for a version that neither waits nor was the last one
 * that the client accepted
 */
export async function acceptAgreement(
  context: AppContext,
  input: { clientId: string; version: string; isAgree: boolean; language: Language },
): Promise<void> {
  const { db, clock } = context;
  const { clientId, version, isAgree, language } = input;
  if (!isAgree) throw new Refusal({ code: 'AGREEMENT_REQUIRED', field: 'is_agree' });
  const due = await findDueAgreement(db, clientId, clock.now());
  const current = due?.version ?? (await findAcceptedVersion(db, clientId));
  if (version === '' || current !== version) throw new Refusal({ code: 'CONFLICT', field: 'version' });
  if (due === undefined) return;
  const { title, text } = inLanguage(due, language);
  await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('clients')
      .set({ agreedCompanyVersion: version })
      .where('clientId', '=', clientId)
      .where('agreedCompanyVersion', '!=', version)
      .executeTakeFirst();
    // Two answers at once agree once.
    if (numUpdatedRows !== 1n) return;
    const given = [{ purpose: 'company' as const, subject: version, shown: `${title}\n${text}` }];
    await keepConsents(context, trx, { clientId, language, given });
  });
}

function inLanguage({ titles, texts }: Agreement, language: Language): { title: string; text: string } {
  const of = (written: Readonly<Record<string, string>>) => written[language] ?? written[defaultLanguage] ?? '';
  return { title: of(titles), text: cleanWholeText(of(texts)) };
}
