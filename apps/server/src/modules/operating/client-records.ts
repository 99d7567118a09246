import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { retention } from '../documents/retention.ts';
import { textOfClaim } from '../consents/keep-consents.ts';
import { OperatorFault, recordAction } from '../operators/record-action.ts';

type Context = Pick<AppContext, 'clock' | 'db' | 'jobs' | 'random'>;

export const recordsUsage = `Shows what is kept about clients, and what was ended.
  retention                          how long each kind of document is kept, and why
  agreed <client> --by <name>        what a client agreed to or withdrew: number or e-mail. The look is recorded
  destroyed <client> --by <name>     keys of a client that were ended: which, when, by which rule, and the hash. The same
  destroyed-since <day>              the same of all clients, from a day on: 2026-11-01`;

/** Runs one command. @returns what it prints @throws OperatorFault for what cannot be done */
export async function runRecordsCommand(context: Context, given: readonly string[], operator: string): Promise<string> {
  const [name = '', of = ''] = given;
  if (name === 'retention' && given.length === 1) return describeRetention();
  if (given.length !== 2 || of === '') throw new OperatorFault(recordsUsage);
  if (name === 'destroyed-since') return listDestroyed(context.db, { since: readDay(of) });
  if (!isAudited(name)) throw new OperatorFault(recordsUsage);
  if (operator === '') throw new OperatorFault('Who are you? Add --by <name>.');
  return context.db.transaction().execute(async (trx) => {
    const { clientId, niceId } = await requireClient(trx, of);
    await recordAction(context, trx, { operator, action: looks[name], subject: niceId });
    return name === 'agreed' ? listAgreed(trx, clientId) : listDestroyed(trx, { clientId });
  });
}

/** Commands about one client, who may be asked for by e-mail address. */
const looks = { agreed: 'consents_read', destroyed: 'destroyed_read' } as const;

/** Whether a command says what is personal, which leaves a row with a name. */
export const isAudited = (name: string): name is keyof typeof looks => Object.hasOwn(looks, name);

function describeRetention(): string {
  const days = (ms: number) => (ms < 86_400_000 ? `${ms / 3_600_000} hours` : `${Math.round(ms / 86_400_000)} days`);
  return lines(
    Object.entries(retention).map(([name, rule]) => [
      name,
      'wizards' in rule ? rule.wizards.join(', ') : 'every document',
      rule.ms === 0 ? 'at once' : `${days(rule.ms)} from the ${rule.since}`,
      rule.why,
    ]),
  );
}

async function listAgreed(trx: Executor, clientId: string): Promise<string> {
  const rows = await trx
    .selectFrom('consents')
    .leftJoin('consentTexts', 'consentTexts.textSha256', 'consents.textSha256')
    .select(['agreedAt', 'purpose', 'isGiven', 'subject', 'words'])
    .select(['consents.textKey', 'consents.language', 'consents.textSha256'])
    .where('clientId', '=', clientId)
    .orderBy('agreedAt')
    .orderBy('consentId')
    .execute();
  return lines(
    rows.map((row) => [
      row.agreedAt.toISOString(),
      row.purpose,
      statusOf(row),
      row.subject === '' ? '-' : row.subject,
      row.language,
      row.textSha256,
      JSON.stringify(row.words ?? ''),
    ]),
  );
}

function statusOf({ isGiven, textKey }: { isGiven: boolean; textKey: string }): string {
  if (isGiven) return 'agreed';
  return textKey === textOfClaim ? 'ended: not the owner’s' : 'withdrawn';
}

async function listDestroyed(executor: Executor, of: { clientId: string } | { since: Date }): Promise<string> {
  const all = executor
    .selectFrom('destroyedKeys')
    .innerJoin('clients', 'clients.clientId', 'destroyedKeys.clientId')
    .select(['destroyedAt', 'niceId', 'documentId', 'reason', 'keySha256']);
  const narrowed =
    'since' in of ? all.where('destroyedAt', '>=', of.since) : all.where('destroyedKeys.clientId', '=', of.clientId);
  const rows = await narrowed.orderBy('destroyedAt').orderBy('destructionId').execute();
  return lines(
    rows.map((row) => [
      row.destroyedAt.toISOString(),
      row.niceId,
      row.documentId === null ? 'the key of all that the client typed and showed' : `document ${row.documentId}`,
      `by the rule "${row.reason}"`,
      row.keySha256,
    ]),
  );
}

/** The client of a number or an e-mail. @throws OperatorFault */
export async function requireClient(executor: Executor, client: string): Promise<{ clientId: string; niceId: string }> {
  const row = await executor
    .selectFrom('clients')
    .select(['clientId', 'niceId'])
    .where((where) => where.or([where('niceId', '=', client), where('email', '=', client.toLowerCase())]))
    .executeTakeFirst();
  if (row === undefined) throw new OperatorFault(`There is no client ${client}.`);
  return row;
}

function readDay(text: string): Date {
  const day = new Date(`${text}T00:00:00Z`);
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || Number.isNaN(day.getTime()))
    throw new OperatorFault(`${text} is no day; write it as 2026-11-01.`);
  return day;
}

function lines(rows: readonly (readonly string[])[]): string {
  return rows.length === 0 ? 'None.' : rows.map((row) => row.join('  ')).join('\n');
}
