import type { Language } from '@causeway/domain/languages/languages';
import { devicesMax } from '../../budgets/guesses.ts';
import { countTry } from '../../budgets/reserve-attempt.ts';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import type { RefusalItem } from '../../errors.ts';
import { newUuid } from '../../new-uuid.ts';
import { codeRules, hashCode, makeCode, secondsUntilNextCode } from '../clients/rules.ts';
import { queueEmail, roomOf } from '../emails/queue-email.ts';
import { isDeviceOfAddress } from '../auth/open-session.ts';
import { holdAddress, insertSigninCode, selectSigninCodeTimes } from './store.ts';

export interface SentSigninCode {
  /** Names the code when it is entered; empty when none was sent. */
  uuid: string;
  nextEmailRequestInSec: number;
  refused: RefusalItem | undefined;
}

/**
 * Sends a code to an address, whether or not it has an account: one text, one way through the code, and so one answer
 * and one duration. The codes of an address are counted for all callers together; a device on which its account was
 * signed in before is counted apart, so that strangers cannot use up its owner's.
 */
export async function sendSigninCode(
  context: AppContext,
  { email, deviceId, language }: { email: string; deviceId: string; language: Language },
): Promise<SentSigninCode> {
  return context.db.transaction().execute(async (trx) => {
    await holdAddress(trx, email);
    const createdAt = context.clock.now();
    const isOwn = await isDeviceOfAddress(trx, { email, deviceId });
    const since = new Date(createdAt.getTime() - codeRules.hourMs);
    const times = await selectSigninCodeTimes(trx, { email, deviceId: isOwn ? deviceId : undefined, since });
    const early = secondsUntilNextCode(times, createdAt);
    const seconds = early > 0 ? early : await countSentCode(context, trx, { email, isOwn });
    if (seconds > 0) {
      const refused = { code: 'CODE_TOO_MANY', values: { wait: 'yes', seconds } } as const;
      return { uuid: '', nextEmailRequestInSec: seconds, refused };
    }
    const codeId = newUuid(context);
    const code = makeCode(context.random);
    await insertSigninCode(trx, {
      codeId,
      email,
      codeHash: hashCode(context.config, codeId, code),
      deviceId,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + codeRules.lifetimeMs),
    });
    await queueEmail(context, trx, {
      template: 'signin-code',
      parameters: { code, path: '/' },
      recipient: email,
      language,
      // The address may have no client yet; a client's own e-mail would be listed as a notification, and take longer.
      clientId: null,
      isCounted: true,
      occasion: `signin-code:${codeId}`,
    });
    const next = secondsUntilNextCode([createdAt, ...times], createdAt);
    return { uuid: codeId, nextEmailRequestInSec: next, refused: undefined };
  });
}

/**
 * Counts a code against the limit of all devices of the account, and that of all codes and links to the address.
 *
 * @returns 0, or the seconds until the limit lets another one through
 */
async function countSentCode(
  context: AppContext,
  trx: Executor,
  { email, isOwn }: { email: string; isOwn: boolean },
): Promise<number> {
  const tries = codeRules.perHour * devicesMax;
  const ofDevices = { what: 'sent signin code', by: 'devices', value: email, tries, seconds: 3600 };
  const wait = isOwn ? await countTry(context, trx, ofDevices) : 0;
  return wait > 0 ? wait : countTry(context, trx, roomOf('code', email));
}
