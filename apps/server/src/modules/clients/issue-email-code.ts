import type { Language } from '@causeway/domain/languages/languages';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { newUuid } from '../../new-uuid.ts';
import { queueLetter } from '../letters/queue-letter.ts';
import { insertCode } from './codes-store.ts';
import { hashCode } from './hash-code.ts';
import { makeCode } from './make-code.ts';
import { codeRules } from './rules.ts';
import { isEmailOfAnother } from './store.ts';

/**
 * Makes a code for an address and queues its letter, within the caller's transaction. An address of another
 * account gets no letter and no code that could be guessed; whoever asked cannot tell.
 */
export async function issueEmailCode(
  context: Pick<AppContext, 'config' | 'clock' | 'random' | 'jobs'>,
  transaction: Executor,
  request: { clientId: string; email: string; language: Language },
): Promise<void> {
  const { clientId, email, language } = request;
  const createdAt = context.clock.now();
  const codeId = newUuid(context);
  const code = makeCode(context.random);
  const isForeign = await isEmailOfAnother(transaction, email, clientId);
  await insertCode(transaction, {
    codeId,
    clientId,
    purpose: 'email',
    target: isForeign ? '' : email,
    codeHash: hashCode(context.config, codeId, code),
    createdAt,
    expiresAt: new Date(createdAt.getTime() + codeRules.lifetimeMs),
  });
  if (isForeign) return;
  await queueLetter(context, transaction, {
    template: 'email-code',
    parameters: { code },
    recipient: email,
    language,
    clientId,
    occasion: `email-code:${codeId}`,
  });
}
