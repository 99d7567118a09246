import { codeLimits } from '../../budgets/guesses.ts';
import { countTry } from '../../budgets/take-try.ts';
import type { Language } from '@causeway/domain/languages/languages';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { Refusal, type RefusalItem } from '../../errors.ts';
import { newUuid } from '../../new-uuid.ts';
import { queueTextMessage } from '../text-messages/queue-text-message.ts';
import { insertCode, selectCodeTimes, selectNewestCode } from './codes-store.ts';
import { hashCode } from './hash-code.ts';
import { makeCode } from './make-code.ts';
import { isPhoneOfAnother } from './phone-store.ts';
import { readPhone } from './read-phone.ts';
import { codeRules, secondsUntilNextCode } from './rules.ts';
import { selectClient } from './store.ts';

export interface SentPhoneCode {
  nextSmsRequestInSec: number;
  refused: RefusalItem | undefined;
}

interface PhoneCodeRequest {
  clientId: string;
  phone: string;
  country: string | undefined;
  language: Language;
}

/** The number in international form. @throws Refusal PHONE_INVALID, PHONE_COUNTRY */
export function requirePhone(
  { config }: Pick<AppContext, 'config'>,
  { phone, country }: Pick<PhoneCodeRequest, 'phone' | 'country'>,
): string {
  const read = readPhone(phone, country);
  if (read === undefined) throw new Refusal({ code: 'PHONE_INVALID', field: 'phone' });
  if (config.PHONE_RESTRICTED_COUNTRIES.includes(read.country))
    throw new Refusal({ code: 'PHONE_COUNTRY', field: 'phone' });
  return read.phone;
}

/** Whether a code for this number was sent and still counts: it may be sent again without another proof. */
export async function isPhoneCodeAlive(
  context: Pick<AppContext, 'config' | 'db' | 'clock'>,
  asked: Pick<PhoneCodeRequest, 'clientId' | 'phone' | 'country'>,
): Promise<boolean> {
  const newest = await selectNewestCode(context.db, asked.clientId, ['phone']);
  const isSame = newest?.target === requirePhone(context, asked);
  return isSame && newest.usedAt === null && newest.expiresAt > context.clock.now();
}

/**
 * Sends a code to a number, in the caller's transaction. A number of another account gets no message and a code that nobody
 * knows; whoever asked cannot tell. Codes to one number count together, whoever asks, so that nobody's phone is flooded.
 *
 * @throws Refusal PHONE_INVALID, PHONE_COUNTRY, SESSION_OVER
 */
export async function sendPhoneCode(
  context: AppContext,
  trx: Executor,
  input: PhoneCodeRequest,
): Promise<SentPhoneCode> {
  const phone = requirePhone(context, input);
  const now = context.clock.now();
  const client = await selectClient(trx, input.clientId, { lock: true });
  if (client === undefined) throw new Refusal({ code: 'SESSION_OVER' });
  const times = await listTimes(trx, client.clientId, phone, now);
  const seconds = secondsUntilNextCode(times, now);
  if (seconds > 0)
    return { nextSmsRequestInSec: seconds, refused: { code: 'CODE_TOO_MANY', values: { wait: 'yes', seconds } } };
  await issue(context, trx, { ...input, phone });
  return { nextSmsRequestInSec: secondsUntilNextCode([now, ...times], now), refused: undefined };
}

async function listTimes(trx: Executor, clientId: string, phone: string, now: Date): Promise<Date[]> {
  const since = new Date(now.getTime() - codeRules.hourMs);
  const own = await selectCodeTimes(trx, { clientId }, 'phone', since);
  const ofNumber = await selectCodeTimes(trx, { target: phone }, 'phone', since);
  return [...own, ...ofNumber].toSorted((one, other) => other.getTime() - one.getTime());
}

async function issue(
  context: AppContext,
  trx: Executor,
  { clientId, phone, language }: { clientId: string; phone: string; language: Language },
): Promise<void> {
  const createdAt = context.clock.now();
  const [codeId, code] = [newUuid(context), makeCode(context.random)];
  const expiresAt = new Date(createdAt.getTime() + codeRules.lifetimeMs);
  const codeHash = hashCode(context.config, codeId, code);
  // Two clients at once do not wait for each other: what goes to one number is counted by the number.
  const counter = { what: 'code', by: 'phone', value: phone, tries: codeLimits.codesPerTarget, seconds: 3600 };
  const isForeign = (await isPhoneOfAnother(trx, phone, clientId)) || (await countTry(context, trx, counter)) > 0;
  await insertCode(trx, { codeId, clientId, purpose: 'phone', target: phone, codeHash, createdAt, expiresAt });
  if (isForeign) return;
  const text = context.texts.say(language, 'tpl:sms:code', { code, brand: context.config.BRAND_NAME });
  await queueTextMessage(context, trx, { clientId, recipient: phone, text });
}
