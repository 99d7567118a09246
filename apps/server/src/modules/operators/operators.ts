import { createHash, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { AppContext } from '../../context.ts';
import { type Executor, lockOperators, type OperatorProof } from '../../database/db.ts';
import { z } from 'zod';
import { logSecurityEvent } from '../../security-log/log-security-event.ts';
import { readLogLines, securityLine } from '../../security-log/security-events.ts';
import { type logDecisionJob, OperatorFault, recordAction } from './record-action.ts';

/** What an operator may do; each command that changes something needs one of them. */
export const operatorRoles = {
  money: 'money that waits for a person: transfers, pay-outs, held orders, prices, fees of partners',
  cases: 'documents, names and agreements of clients, and their messages to support',
  keys: 'sessions, sealing, secret keys of partners',
  partners: 'partners, their settings and their client',
  settings: 'settings of the installation, and its old months',
  operators: 'other operators',
  desk: 'cases, by the calls of a web desk: without access to the command line',
} as const;
export type OperatorRole = keyof typeof operatorRoles;

type Context = Pick<AppContext, 'clock' | 'random' | 'jobs'>;

export function isOperatorRole(text: string): text is OperatorRole {
  return Object.hasOwn(operatorRoles, text);
}

/** Operators who have not left, by name. */
export async function listOperators(executor: Executor) {
  return executor.selectFrom('operators').selectAll().where('endedAt', 'is', null).orderBy('name').execute();
}

/**
 * Who is at the command line. Where operators are registered, the name alone proves nothing: the key has to be its own,
 * and the role one that was given. A live server has registered operators only.
 *
 * @returns the name
 * @throws OperatorFault; a registered name with a wrong key or without the role leaves a row
 */
export async function identifyOperator(
  context: Context & Pick<AppContext, 'config' | 'db'>,
  { name: given, key, role }: { name: string; key: string; role: OperatorRole },
): Promise<string> {
  const name = given.trim();
  if (name === '') throw new OperatorFault('Who are you? Add --by <name>.');
  const known = await listOperators(context.db);
  if (known.length === 0 && context.config.ENVIRONMENT === 'sandbox') return name;
  if (known.length === 0)
    throw new OperatorFault('Nobody is registered. A live server knows its operators: operators.js add <name>.');
  const operator = known.find((one) => one.name === name);
  const isKey = operator !== undefined && timingSafeEqual(hashKey(key), operator.keyHash);
  if (isKey && operator.roles.includes(role)) return name;
  const because = isKey ? `the role ${role} is missing` : 'the key is wrong';
  if (operator !== undefined)
    await recordAction(context, context.db, {
      operator: name,
      action: 'operator_refused',
      subject: role,
      details: { because },
    });
  throw new OperatorFault(
    isKey ? `${name} has not the role ${role}.` : `${name} is not known by this key. It is read from OPERATOR_KEY.`,
  );
}

/**
 * Who gives a command, and the context to carry it out in: what it changes proves key and role once more.
 *
 * @throws OperatorFault
 */
export async function actAsOperator<Of extends Context & Pick<AppContext, 'config' | 'db'>>(
  context: Of,
  given: { name: string; key: string; role: OperatorRole },
): Promise<{ operator: string; acting: Of & { proof?: OperatorProof } }> {
  const operator = await identifyOperator(context, given);
  // A sandbox without operators accepts any name.
  if ((await listOperators(context.db)).length === 0) return { operator, acting: context };
  const proof = { name: operator, keyHash: hashKey(given.key), role: given.role };
  return { operator, acting: { ...context, proof } };
}

/**
 * Who makes a call from outside. The key alone names an operator and is never left out, in a sandbox either; a role
 * that is missing leaves a row.
 *
 * @returns what is proved once more by what it changes; `undefined` for a key that is not known, is over, or whose
 *   operator has not the role
 */
export async function findByKey(
  context: Context & Pick<AppContext, 'db'>,
  { key, role }: { key: string; role: OperatorRole },
): Promise<OperatorProof | undefined> {
  const keyHash = hashKey(key);
  const operator = await context.db
    .selectFrom('operators')
    .select(['name', 'roles'])
    .where('keyHash', '=', keyHash)
    .where('endedAt', 'is', null)
    .executeTakeFirst();
  if (operator === undefined) return undefined;
  if (operator.roles.includes(role)) return { name: operator.name, keyHash, role };
  await recordAction(context, context.db, {
    operator: operator.name,
    action: 'operator_refused',
    subject: role,
    details: { because: `the role ${role} is missing` },
  });
  return undefined;
}

interface Registration {
  name: string;
  roles: readonly OperatorRole[];
  operator: string;
}

/**
 * Registers a person; the one who left before comes back with a new key.
 *
 * @returns the key, shown once
 * @throws OperatorFault
 */
export async function addOperator(context: Context, trx: Executor, registration: Registration): Promise<string> {
  const { name, roles, operator } = registration;
  if (!/^[\w.@-]{1,60}$/.test(name)) throw new OperatorFault('A name has letters, digits, dots and hyphens only.');
  await lockOperators(trx);
  const known = await listOperators(trx);
  if (known.some((one) => one.name === name)) throw new OperatorFault(`${name} is registered already.`);
  // Without this role, operators could no longer be added or removed.
  if (known.length === 0 && !roles.includes('operators'))
    throw new OperatorFault('The first operator needs the role operators.');
  const { key, keyHash } = makeKey(context);
  const row = { roles: [...roles], keyHash, createdAt: context.clock.now(), endedAt: null };
  await trx
    .insertInto('operators')
    .values({ name, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
  await recordAction(context, trx, {
    operator,
    action: 'operator_added',
    subject: name,
    details: { roles: roles.join(' ') },
  });
  return key;
}

/** Gives an operator other roles in place of those there were. @throws OperatorFault */
export async function setRoles(
  context: Context,
  trx: Executor,
  { name, roles, operator }: Registration,
): Promise<void> {
  const before = await requireOperator(trx, name);
  await trx
    .updateTable('operators')
    .set({ roles: [...roles] })
    .where('name', '=', name)
    .execute();
  await requireSuccessor(trx);
  await endRequests(trx, name);
  const details = { before: before.roles.join(' '), roles: roles.join(' ') };
  await recordAction(context, trx, { operator, action: 'operator_changed', subject: name, details });
}

interface Subject {
  name: string;
  operator: string;
}

/** A new key in place of the old one, at once. @returns it, shown once @throws OperatorFault */
export async function replaceKey(context: Context, trx: Executor, { name, operator }: Subject): Promise<string> {
  await requireOperator(trx, name);
  const { key, keyHash } = makeKey(context);
  await trx.updateTable('operators').set({ keyHash }).where('name', '=', name).execute();
  await endRequests(trx, name);
  await recordAction(context, trx, { operator, action: 'operator_key_replaced', subject: name });
  return key;
}

/** An operator who left: the key opens nothing from now on. @throws OperatorFault */
export async function endOperator(context: Context, trx: Executor, { name, operator }: Subject): Promise<void> {
  await requireOperator(trx, name);
  await trx.updateTable('operators').set({ endedAt: context.clock.now() }).where('name', '=', name).execute();
  await requireSuccessor(trx);
  await endRequests(trx, name);
  await recordAction(context, trx, { operator, action: 'operator_ended', subject: name });
}

const gone = z.enum(['operator_ended', 'operator_key_replaced', 'operator_changed']);
const goneLine = securityLine.extend({ event: z.literal('operator_acted'), action: gone, reason: z.string() });

/** Whom the security log calls ended, or says to have another key or other roles, since they came here. */
export async function listForgotten(executor: Executor, log: string): Promise<string[]> {
  const lines = readLogLines(log, goneLine);
  const isGone = ({ name, createdAt }: { name: string; createdAt: Date }) =>
    lines.some(({ reason, time }) => reason === name && (time === undefined || time > createdAt));
  return (await listOperators(executor)).filter(isGone).map(({ name }) => name);
}

/**
 * Ends whom a restore has brought back, or with a key or roles of before: an ended key may be a stolen one.
 *
 * @returns their names
 * @throws OperatorFault
 */
export async function endForgottenOperators(
  context: Context,
  trx: Executor,
  { file, operator }: { file: string; operator: string },
): Promise<string[]> {
  const log = await readFile(file, 'utf8').catch(() => {
    throw new OperatorFault(`${file} cannot be read.`);
  });
  if (readLogLines(log, securityLine).length === 0) throw new OperatorFault(`${file} has no line of the security log.`);
  const names = await listForgotten(trx, log);
  for (const name of names) await endOperator(context, trx, { name, operator });
  return names;
}

/**
 * What an operator has asked for ends with the key or the roles, and so does a first approval of an identity: another
 * person would carry out what a thief began.
 */
async function endRequests(trx: Executor, askedBy: string): Promise<void> {
  await trx.deleteFrom('operatorReleases').where('askedBy', '=', askedBy).where('doneAt', 'is', null).execute();
  await trx
    .updateTable('verifications')
    .set({ firstApprovedBy: '' })
    .where('firstApprovedBy', '=', askedBy)
    .where('status', '=', 'uploaded')
    .execute();
}

/** Before anything of the operator changes. @throws OperatorFault */
async function requireOperator(trx: Executor, name: string) {
  await lockOperators(trx);
  const found = (await listOperators(trx)).find((one) => one.name === name);
  if (found === undefined) throw new OperatorFault(`There is no operator ${name}.`);
  return found;
}

async function requireSuccessor(trx: Executor): Promise<void> {
  const known = await listOperators(trx);
  if (!known.some(({ roles }) => roles.includes('operators')))
    throw new OperatorFault('Somebody has to keep the role operators.');
}

function makeKey({ random }: Context): { key: string; keyHash: Buffer } {
  const key = `op_${Buffer.from(random.bytes(32)).toString('base64url')}`;
  return { key, keyHash: hashKey(key) };
}

function hashKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/** Says it in the security log, but for an address that was looked up, and what was typed behind a command. */
export function logDecision(
  context: Pick<AppContext, 'config' | 'log' | 'clock'>,
  facts: z.output<typeof logDecisionJob.payload>,
): void {
  if ('partnerKey' in facts) return logSecurityEvent(context, facts.event, { partnerKey: facts.partnerKey });
  if ('niceId' in facts) return logSecurityEvent(context, 'payout_decided', facts);
  const { operator, action, subject } = facts;
  const reason = action === 'address_looked_up' ? '' : subject.split(' ').slice(0, 2).join(' ');
  logSecurityEvent(context, 'operator_acted', { operator, action, reason });
}
