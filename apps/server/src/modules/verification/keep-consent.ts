import type { Language } from '@causeway/domain/languages/languages';
import { createHash } from 'node:crypto';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { newUuid } from '../../new-uuid.ts';

/** What clients agree to in the wizards, by the text that they agree to. */
export const consentTexts = { own_use: 'tpl:verification:own_use' } as const;
export type ConsentPurpose = keyof typeof consentTexts;

/** Writes down what a client agreed to and in which words, in the transaction of the act that it is for. */
export async function keepConsent(
  context: Pick<AppContext, 'clock' | 'random' | 'texts'>,
  trx: Executor,
  { clientId, purpose, language }: { clientId: string; purpose: ConsentPurpose; language: Language },
): Promise<void> {
  const textKey = consentTexts[purpose];
  const words = context.texts.say(language, textKey);
  await trx
    .insertInto('consents')
    .values({
      consentId: newUuid(context),
      clientId,
      purpose,
      textKey,
      textSha256: createHash('sha256').update(words).digest('hex'),
      language,
      agreedAt: context.clock.now(),
    })
    .execute();
}

export async function hasConsent(executor: Executor, clientId: string, purpose: ConsentPurpose): Promise<boolean> {
  const row = await executor
    .selectFrom('consents')
    .select('consentId')
    .where('clientId', '=', clientId)
    .where('purpose', '=', purpose)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
