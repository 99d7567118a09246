import type { Language } from '@causeway/domain/languages/languages';
import type { AppContext } from '../../context.ts';
import { Refusal, type RefusalItem } from '../../errors.ts';
import { selectCodeTimes } from './codes-store.ts';
import { issueEmailCode } from './issue-email-code.ts';
import { codeRules, secondsUntilNextCode } from './rules.ts';
import { selectClient } from './store.ts';

export interface SentEmailCode {
  nextEmailRequestInSec: number;
  refused: RefusalItem | undefined;
}

/**
 * Sends a confirmation code to the client's address, or to the one it wants to have instead.
 *
 * @throws Refusal SESSION_OVER for a client that is gone; REQUIRED for a change of a confirmed address, which takes more
 */
export async function sendEmailCode(
  context: AppContext,
  input: { clientId: string; email: string | undefined; language: Language },
): Promise<SentEmailCode> {
  return context.db.transaction().execute(async (transaction) => {
    const now = context.clock.now();
    // The lock makes parallel requests of one client wait for each other's code.
    const client = await selectClient(transaction, input.clientId, { lock: true });
    if (client === undefined) throw new Refusal({ code: 'SESSION_OVER' });
    const email = input.email ?? client.email;
    if (client.emailConfirmedAt !== null) {
      if (email === client.email) return { nextEmailRequestInSec: 0, refused: undefined };
      throw new Refusal({ code: 'REQUIRED', field: 'password' });
    }
    const times = await selectCodeTimes(
      transaction,
      { clientId: client.clientId },
      'email',
      new Date(now.getTime() - codeRules.hourMs),
    );
    const seconds = secondsUntilNextCode(times, now);
    if (seconds > 0)
      return { nextEmailRequestInSec: seconds, refused: { code: 'CODE_TOO_MANY', values: { wait: 'yes', seconds } } };
    await issueEmailCode(context, transaction, { clientId: client.clientId, email, language: input.language });
    return { nextEmailRequestInSec: secondsUntilNextCode([now, ...times], now), refused: undefined };
  });
}
