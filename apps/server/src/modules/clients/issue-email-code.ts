import { codeLimits } from '../../budgets/guesses.ts';
import { countTry } from '../../budgets/take-try.ts';
import type { Language } from '@causeway/domain/languages/languages';
import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { newUuid } from '../../new-uuid.ts';
import { queueLetter } from '../letters/queue-letter.ts';
import { insertCode, type CodePurpose } from './codes-store.ts';
import { hashCode } from './hash-code.ts';
import { makeCode } from './make-code.ts';
import { codeRules } from './rules.ts';
import { isEmailOfAnother } from './store.ts';

const codesOfOne = { tries: codeLimits.codesPerTarget, seconds: 3600 } as const;

/** Not six digits, so that nothing typed is equal to it. */
const noCode = 'none';

/**
 * Makes a code for an address and queues its letter, within the caller's transaction. An address of another
 * account gets no letter and no code that could be guessed; whoever asked cannot tell, by the time it takes neither.
 */
export async function issueEmailCode(
  context: Pick<AppContext, 'config' | 'clock' | 'random' | 'jobs'>,
  transaction: Executor,
  request: { clientId: string; email: string; language: Language; purpose?: Exclude<CodePurpose, 'phone'> },
): Promise<void> {
  const { clientId, email, language, purpose = 'email' } = request;
  const createdAt = context.clock.now();
  const codeId = newUuid(context);
  const code = makeCode(context.random);
  // One address has so few codes, whoever asks for them: many accounts must not bring many tries at it.
  const isForeign =
    (await isEmailOfAnother(transaction, email, clientId)) ||
    (await countTry(context, transaction, { what: 'code', by: 'recipient', value: email, ...codesOfOne })) > 0;
  await insertCode(transaction, {
    codeId,
    clientId,
    purpose,
    target: email,
    codeHash: hashCode(context.config, codeId, isForeign ? noCode : code),
    createdAt,
    expiresAt: new Date(createdAt.getTime() + codeRules.lifetimeMs),
  });
  const letter = {
    recipient: email,
    language,
    clientId,
    occasion: `email-code:${codeId}`,
    isWanted: sql<boolean>`${!isForeign}`,
    isSecret: true,
  };
  if (purpose === 'owner')
    await queueLetter(context, transaction, {
      ...letter,
      template: 'owner-code',
      parameters: { code, path: '/settings/email' },
    });
  else if (purpose === 'email')
    await queueLetter(context, transaction, { ...letter, template: 'email-code', parameters: { code } });
  else
    await queueLetter(context, transaction, {
      ...letter,
      template: 'new-email-code',
      parameters: { code, path: `/settings/email?code=${code}` },
    });
}
