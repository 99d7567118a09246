import { advertisingSwitches, eachSwitch, notificationSwitches } from '@causeway/contract/shapes/notification-switches';
import { type ClientLevel, clientLevels } from '@causeway/domain/clients/client-level';
import type { Language } from '@causeway/domain/languages/languages';
import { toLanguage } from '@causeway/domain/languages/server-codes';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Executor } from '../../database/db.ts';
import type { Caller } from '../../context.ts';
import { Refusal } from '../../errors.ts';

/** A client as the other rooms see one. */
export interface ClientRecord {
  clientId: string;
  niceId: string;
  email: string;
  /** Confirmed; empty without one. */
  phone: string;
  /** Of a payer who has no account: the e-mail address that the orders belong to. */
  payerEmail: string | null;
  /** Of a payer: the account that has claimed the orders. */
  claimedBy: string | null;
  emailConfirmedAt: Date | null;
  level: ClientLevel;
  isBasicVerifyEnabled: boolean;
  isZerohashFlow: boolean;
  isPartner: boolean;
  firstName: string;
  lastName: string;
  language: Language;
  partnerKey: string | null;
  referrerId: string;
}

interface NewClient {
  clientId: string;
  niceId: string;
  email: string;
  passwordHash: string;
  language: Language;
  partnerKey: string | null;
  referrerId: string;
  isNews?: boolean;
  createdAt: Date;
}

const columns = [
  'clientId',
  'niceId',
  'email',
  'phone',
  'payerEmail',
  'claimedBy',
  'emailConfirmedAt',
  'level',
  'isBasicVerifyEnabled',
  'isZerohashFlow',
  'isPartner',
  'firstName',
  'lastName',
  'language',
  'partnerKey',
  'referrerId',
] as const;

const level = z.enum(clientLevels);

/** The client; with `lock`, no other transaction changes it until this one ends. */
export async function findClient(
  executor: Executor,
  clientId: string,
  options: { lock?: boolean | 'no key' } = {},
): Promise<ClientRecord | undefined> {
  const query = executor.selectFrom('clients').select(columns).where('clientId', '=', clientId);
  const held = options.lock === 'no key' ? query.forNoKeyUpdate() : options.lock === true ? query.forUpdate() : query;
  const row = await held.executeTakeFirst();
  return row && { ...row, level: level.parse(row.level), language: toLanguage(row.language) };
}

export async function selectPasswordByEmail(executor: Executor, email: string) {
  return executor
    .selectFrom('clients')
    .select(['clientId', 'passwordHash'])
    .where('email', '=', email)
    .executeTakeFirst();
}

/**
 * The owner of a payer's orders: the account that has confirmed the e-mail address, else the payer of that address
 * without one.
 */
export async function findPayer(executor: Executor, email: string): Promise<string | undefined> {
  const row = await executor
    .selectFrom('clients')
    .select('clientId')
    .where((where) =>
      where.or([
        where.and([where('email', '=', email), where('emailConfirmedAt', 'is not', null)]),
        where('payerEmail', '=', email),
      ]),
    )
    .orderBy('payerEmail', (order) => order.asc().nullsFirst())
    .limit(1)
    .executeTakeFirst();
  return row?.clientId;
}

/** @returns whether the address was free */
export async function insertClient(executor: Executor, client: NewClient): Promise<boolean> {
  await claimEmail(executor, client.email);
  const inserted = await executor
    .insertInto('clients')
    .values({ ...client, agreedTermsAt: client.createdAt })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

export async function isEmailOfAnother(executor: Executor, email: string, clientId: string): Promise<boolean> {
  const row = await executor
    .selectFrom('clients')
    .select('clientId')
    .where('email', '=', email)
    .where('clientId', '!=', clientId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Callers that claim the same e-mail address wait for each other, so that the second sees it claimed. */
async function claimEmail(executor: Executor, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${email}, 0))`.execute(executor);
}

/**
 * Writes a confirmed e-mail address and the level that it gives.
 *
 * @returns whether the address was free
 */
export async function confirmEmail(
  executor: Executor,
  client: { clientId: string; email: string; level: ClientLevel; confirmedAt: Date },
): Promise<boolean> {
  await claimEmail(executor, client.email);
  if (await isEmailOfAnother(executor, client.email, client.clientId)) return false;
  await executor
    .updateTable('clients')
    .set({ email: client.email, level: client.level, emailConfirmedAt: client.confirmedAt })
    .where('clientId', '=', client.clientId)
    .execute();
  return true;
}

/** No kind of advertising is agreed to: neither by a new owner of the address nor by a deleted account. */
export const noAdvertising = eachSwitch(
  advertisingSwitches.map(({ name }) => name),
  () => false,
);

/**
 * Erases what the row says of a person who registered an e-mail address without confirming it: the owner of the
 * address is another person as far as is known, who agrees to the terms now, and again to a changed agreement.
 */
export async function forgetStranger(
  trx: Executor,
  { clientId, agreedTermsAt, language }: { clientId: string; agreedTermsAt: Date; language: Language },
): Promise<void> {
  const unknownPerson = { firstName: '', lastName: '', phone: '', phoneConfirmedAt: null, referrerId: '', language };
  const everyEvent = eachSwitch(notificationSwitches, () => true);
  const noFactor = { factorAddedAt: null, twoFactorFailedAt: null, twoFactorFailures: 0 };
  await trx
    .updateTable('clients')
    .set({ ...unknownPerson, ...everyEvent, ...noFactor, ...noAdvertising, agreedTermsAt, agreedCompanyVersion: '' })
    .where('clientId', '=', clientId)
    .execute();
}

/** Gives the client the partner's role. */
export async function markAsPartner(executor: Executor, clientId: string): Promise<void> {
  await executor.updateTable('clients').set({ isPartner: true }).where('clientId', '=', clientId).execute();
}

/**
 * Part of a statement: the client's present e-mail address, which may be another one than when something was ordered.
 */
export function emailNow(clientId: string, otherwise: string): RawBuilder<string> {
  return sql`coalesce((select coalesce(payer_email, email) from clients where client_id = ${clientId}::uuid and deleted_at is null), ${otherwise})`;
}

/** The client with this id, locked until the transaction ends. */
export async function holdClient(trx: Executor, clientId: string): Promise<ClientRecord | undefined> {
  return findClient(trx, clientId, { lock: 'no key' });
}

/** The client who makes a call that is for clients only. @throws Refusal ACCESS_EXPIRED for a visitor */
export function clientIdOf(caller: Caller): string {
  if (caller.kind !== 'client') throw new Refusal({ code: 'ACCESS_EXPIRED' });
  return caller.clientId;
}

/** Writes the level of a client whose row the caller holds. */
export async function saveLevel(trx: Executor, clientId: string, level: ClientLevel): Promise<void> {
  await trx.updateTable('clients').set({ level }).where('clientId', '=', clientId).execute();
}

/** Writes the name under which a client is known. */
export async function saveName(
  trx: Executor,
  clientId: string,
  name: { firstName: string; lastName: string },
): Promise<void> {
  await trx.updateTable('clients').set(name).where('clientId', '=', clientId).execute();
}
