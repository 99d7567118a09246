import type { Executor } from '../../../database/db.ts';
import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js';
import { codeLimits } from '../../../budgets/guesses.ts';
import { countTry } from '../../../budgets/reserve-attempt.ts';
import type { Language } from '@causeway/domain/languages/languages';
import type { AppContext } from '../../../context.ts';
import { Refusal, type RefusalItem } from '../../../errors.ts';
import { newUuid } from '../../../new-uuid.ts';
import { queueTextMessage } from '../../sms/send-text-message.ts';
import { countAttempt, insertCode, markCodeUsed, selectCodeTimes, selectNewestCode } from './codes-store.ts';
import {
  codeRefusals,
  codeRules,
  hashCode,
  isCode,
  judgeCode,
  makeCode,
  readTypedCode,
  secondsUntilNextCode,
} from '../rules.ts';
import { findClient } from '../store.ts';
import type { ClientLevel } from '@causeway/domain/clients/client-level';

async function isPhoneOfAnother(executor: Executor, phone: string, clientId: string): Promise<boolean> {
  const row = await executor
    .selectFrom('clients')
    .select('clientId')
    .where('phone', '=', phone)
    .where('clientId', '!=', clientId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Writes a confirmed number. The unique index lets one of two clients have it. */
async function savePhone(trx: Executor, clientId: string, phone: string, phoneConfirmedAt: Date): Promise<void> {
  await trx.updateTable('clients').set({ phone, phoneConfirmedAt }).where('clientId', '=', clientId).execute();
}

/** The number that a client confirmed; empty without one. */
export async function findPhone(executor: Executor, clientId: string): Promise<string> {
  const row = await executor.selectFrom('clients').select('phone').where('clientId', '=', clientId).executeTakeFirst();
  return row?.phone ?? '';
}

/** A number in international form, and its country; `undefined` for an impossible number. */
export function readPhone(text: string, country: string | undefined): { phone: string; country: string } | undefined {
  const home = country !== undefined && isSupportedCountry(country) ? country : undefined;
  const parsed = parsePhoneNumberFromString(text, {
    ...(home !== undefined && { defaultCountry: home }),
    extract: false,
  });
  if (parsed === undefined || !parsed.isValid()) return undefined;
  return { phone: parsed.number, country: parsed.country ?? '' };
}

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

/** Whether a code for this number was sent and is still valid: it may be sent again without another proof. */
export async function isPhoneCodeAlive(
  context: Pick<AppContext, 'config' | 'db' | 'clock'>,
  asked: Pick<PhoneCodeRequest, 'clientId' | 'phone' | 'country'>,
): Promise<boolean> {
  const newest = await selectNewestCode(context.db, {
    clientId: asked.clientId,
    purposes: ['phone'],
    now: context.clock.now(),
  });
  const isSame = newest?.target === requirePhone(context, asked);
  return isSame && newest.usedAt === null && newest.expiresAt > context.clock.now();
}

/**
 * Sends a code to a number, in the caller's transaction. A number of another account gets no message and an unknown
 * code; the caller cannot see the difference. Codes to one number are counted for all callers together, so that no
 * phone is flooded.
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
  const client = await findClient(trx, input.clientId, { lock: true });
  if (client === undefined) throw new Refusal({ code: 'SESSION_OVER' });
  const times = await listTimes(trx, client.clientId, phone, now);
  const seconds = secondsUntilNextCode(times, now);
  if (seconds > 0)
    return { nextSmsRequestInSec: seconds, refused: { code: 'CODE_TOO_MANY', values: { wait: 'yes', seconds } } };
  await issue(context, trx, { ...input, phone });
  return { nextSmsRequestInSec: secondsUntilNextCode([now, ...times], now), refused: undefined };
}

/** Seconds until a client may ask for another code by text message, whatever the number. */
export async function secondsUntilPhoneCode(
  { clock, db }: Pick<AppContext, 'clock' | 'db'>,
  clientId: string,
): Promise<number> {
  const now = clock.now();
  const since = new Date(now.getTime() - codeRules.hourMs);
  return secondsUntilNextCode(await selectCodeTimes(db, { clientId }, 'phone', since), now);
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
  // Two clients at once do not wait for each other: messages to one number are counted by the number.
  const counter = { what: 'code', by: 'phone', value: phone, tries: codeLimits.codesPerTarget, seconds: 3600 };
  const isForeign = (await isPhoneOfAnother(trx, phone, clientId)) || (await countTry(context, trx, counter)) > 0;
  await insertCode(trx, { codeId, clientId, purpose: 'phone', target: phone, codeHash, createdAt, expiresAt });
  if (isForeign) return;
  const text = context.texts.say(language, 'tpl:sms:code', { code, brand: context.config.BRAND_NAME });
  await queueTextMessage(context, trx, { clientId, recipient: phone, text });
}

const refusals = { ...codeRefusals, wrong: { ...codeRefusals.wrong, values: { from: 'sms' } } };

/**
 * Confirms the number that the newest code was sent to. A wrong attempt is counted in the same transaction.
 *
 * @throws Refusal SESSION_OVER for a deleted client
 */
export async function checkPhoneCode(
  context: AppContext,
  input: {
    clientId: string;
    phone: string;
    code: string;
    /** Further changes once another number replaces a confirmed one; in the same transaction. */
    onMoved: (trx: Executor, clientId: string) => Promise<void>;
  },
): Promise<{ level: ClientLevel; refused: RefusalItem | undefined }> {
  const { clientId } = input;
  return context.db.transaction().execute(async (trx) => {
    const client = await findClient(trx, clientId, { lock: true });
    if (client === undefined) throw new Refusal({ code: 'SESSION_OVER' });
    const { level } = client;
    const now = context.clock.now();
    const row = await selectNewestCode(trx, { clientId, purposes: ['phone'], now });
    const typed = readTypedCode(input.code);
    const isMeant = row !== undefined && (readPhone(input.phone, undefined)?.phone ?? '') === row.target;
    const isEqual = isMeant && typed !== undefined && isCode(context.config, row.codeId, typed, row.codeHash);
    const verdict = judgeCode(row && { ...row, isEqual }, now);
    if (row === undefined) return { level, refused: refusals.wrong };
    if (verdict === 'again') return { level, refused: undefined };
    if (verdict === 'wrong') await countAttempt(trx, row.codeId);
    if (verdict !== 'right') return { level, refused: refusals[verdict] };
    await markCodeUsed(trx, row.codeId, now);
    if (await isPhoneOfAnother(trx, row.target, clientId))
      return { level, refused: { code: 'PHONE_TAKEN', field: 'phone' } };
    const before = await findPhone(trx, clientId);
    await savePhone(trx, clientId, row.target, now);
    if (before !== '' && before !== row.target) await input.onMoved(trx, clientId);
    return { level, refused: undefined };
  });
}
