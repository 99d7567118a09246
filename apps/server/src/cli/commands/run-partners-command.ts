import { formatUnits } from '@causeway/domain/currencies/format-units';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import { inTransaction } from '../../database/db.ts';
import { listBalances } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { settleFees } from '../../modules/merchants/settle-fees.ts';
import { listDeliveries } from '../../modules/partner-webhooks/store.ts';
import { logDecisionJob, type OperatorAction, recordAction } from '../../modules/operators/record-action.ts';
import { actAsOperator, type OperatorRole } from '../../modules/operators/operators.ts';
import { askSecondPerson } from '../../modules/operators/second-person.ts';
import { partnerVersion, replayDelivery } from '../../modules/partner-webhooks/deliver-webhook.ts';
import { describePartners, selectPartner } from '../../modules/partners/store.ts';
import { partner as partnerSchema } from '../../modules/partners/partner.ts';
import { listPartnerSecrets, rotatePartnerSecret } from '../../modules/partners/partner-secrets.ts';
import { listReplaced, nameAction, savePartner } from '../../modules/partners/save-partner.ts';
import { openWebhookSecrets, rotateWebhookSecret } from '../../modules/partners/webhook-secrets.ts';
import { requireUse } from '../run-program.ts';
import { changesPayment, partnerOptions, withOptions } from './partner-options.ts';

export type CommandContext = Pick<AppContext, 'config' | 'db' | 'clock' | 'random' | 'jobs' | 'proof'>;

export const partnersUsage = `Partners, their keys and their webhooks
  list
  show <partner key>
  create <partner key> --name <name> [options]
  set <partner key> [options]
  rotate-key <partner key> [--overlap <hours, 24>] [--scope all|read]
  rotate-webhook <partner key> [--overlap <hours, 24>]
  deliveries <partner key> [--status waiting|delivered|given_up] [--limit <20>]
  replay <delivery id>
  fees <partner key>
  settle <partner key>

Whoever changes something gives a name, which is kept with what was done, --by <name>, and has its key in OPERATOR_KEY

Options: --name --origin* --merchant on|off --client <e-mail> --fee <percent> --theme light|dark|auto --brand <#rrggbb>
--brand-dark --radius <pixels> --rate floating|fixed --default* name=value --lock* <name> --flag* <name> --route* <name>
--webhook <address>. Those with a star can stand more than once and replace the whole list; an empty value empties it.`;

const options = {
  ...partnerOptions,
  overlap: { type: 'string' },
  scope: { type: 'string' },
  status: { type: 'string' },
  limit: { type: 'string' },
  by: { type: 'string' },
} as const;

type Values = ReturnType<typeof readPartnersCommand>['values'];
type Run = (context: CommandContext, subject: string, values: Values) => Promise<string>;

interface Command {
  run: Run;
  /** The action in the audit log; a command without it changes nothing. */
  action?: OperatorAction['action'];
  /** Whom it needs. */
  role?: OperatorRole;
}

/** Every command. One that changes something runs in one transaction with its row of the audit log. */
export const partnersCommands: Readonly<Record<string, Command>> = {
  list: { run: async ({ db }) => (await describePartners(db)).join('\n') },
  show: { run: showPartner },
  create: change('partner_created', 'partners', async (context, partnerKey, values) => {
    if ((await selectPartner(context.db, partnerKey)) !== undefined) throw new Error(`${partnerKey} is there already.`);
    const plain = { isMerchant: false, isFloatingRate: true, theme: 'auto', themeSettings: {} };
    return save(context, { name: '', partnerKey, allowedOrigins: [], ...plain }, values);
  }),
  set: change('partner_changed', 'partners', async (context, partnerKey, values) =>
    save(context, await requirePartner(context, partnerKey), values),
  ),
  'rotate-key': change('partner_key_rotated', 'keys', async (context, partnerKey, { overlap, scope = 'all' }) => {
    await requirePartner(context, partnerKey);
    const readsOnly = z.enum(['all', 'read']).parse(scope, saying('--scope: must be all or read.')) === 'read';
    const { keyId, secret } = await rotatePartnerSecret(context, partnerKey, readOverlap(overlap), readsOnly);
    return `${keyId}  ${secret}\nThis key is not shown again.`;
  }),
  'rotate-webhook': change('partner_webhook_rotated', 'keys', async (context, partnerKey, { overlap }) => {
    await requirePartner(context, partnerKey);
    const { keyId, secret } = await rotateWebhookSecret(context, partnerKey, readOverlap(overlap));
    return `${keyId}  ${secret}\nGive the partner both, to keep beside those it has.`;
  }),
  deliveries: { run: printDeliveries },
  replay: change('partner_notice_replayed', 'partners', async (context, deliveryId) => {
    const isThere = z.uuid().safeParse(deliveryId).success && (await replayDelivery(context, deliveryId));
    if (!isThere) throw new Error(`There is no delivery ${deliveryId}.`);
    return `${deliveryId} is sent again.`;
  }),
  fees: { run: describeFees },
  settle: change('partner_settled', 'money', async (context, partnerKey) => {
    const paid = await settleFees(context, partnerKey);
    const lines = [...paid].map(([code, amount]) => withCode(amount, code));
    return lines.length === 0 ? 'Nothing was earned since.' : lines.join('\n');
  }),
};

/**
 * Runs one command of the operator.
 *
 * @returns what is printed
 * @throws Error, or ZodError naming the setting, with nothing changed
 */
export async function runPartnersCommand(
  context: CommandContext,
  args: readonly string[],
  operatorKey = '',
): Promise<string> {
  const { positionals, values } = readPartnersCommand(args);
  const [name = '', subject = ''] = positionals;
  const command = Object.hasOwn(partnersCommands, name) ? partnersCommands[name] : undefined;
  if (command === undefined) throw new Error(partnersUsage);
  const { role } = command;
  if (role === undefined) return command.run(context, subject, values);
  const given = { name: values.by ?? '', key: operatorKey, role };
  const { operator: by, acting } = await actAsOperator(context, given);
  return command.run(acting, subject, { ...values, by });
}

interface AskedChange {
  operator: string;
  subject: string;
  action: OperatorAction['action'];
  role: OperatorRole;
  details: Readonly<Record<string, string>>;
  /** The presets of its pages pay another. */
  isPaying: boolean;
}

/** A change with its row of the audit log: both are written, or neither. */
function change(action: NonNullable<Command['action']>, role: OperatorRole, run: Run): Command {
  return {
    action,
    role,
    run: (context, subject, { by = '', ...values }) =>
      inTransaction(context.db, async (trx) => {
        const operator = by.trim();
        const own = { ...context, db: trx };
        // The audit log is never erased: it names a client by its number.
        const client = values.client && (await findClient(own, values.client)).niceId;
        const named = { ...values, ...(client !== undefined && { client }) };
        const details = Object.fromEntries(Object.entries(named).map(([name, value]) => [name, String(value)]));
        const isPaying = changesPayment(await selectPartner(trx, subject), values);
        const asked = await askSecond(own, { operator, subject, action, role, details, isPaying });
        if (asked !== undefined) return asked;
        const output = await run(own, subject, values);
        await recordAction(context, trx, { operator, action: nameAction(action, values), subject, details });
        for (const event of listReplaced(action, values, isPaying))
          await context.jobs.enqueue(trx, logDecisionJob, { partnerKey: subject, event });
        return output;
      }),
  };
}

/**
 * The second person's part: of a settlement, whose money can be spent at once; of a new key, which speaks for the
 * partner; of where webhooks go, which name its payers; and of who is paid for a partner, and how much: by its client,
 * its fee, or what its pages fix.
 */
async function askSecond(
  context: CommandContext,
  { operator, subject, action, role, details, isPaying }: AskedChange,
): Promise<string | undefined> {
  const { db: trx } = context;
  const { client = '', webhook = '', fee } = details;
  if (role === 'keys' || client !== '' || webhook !== '' || fee !== undefined || isPaying) {
    if (action !== 'partner_created') await requirePartner(context, subject);
    const given = Object.entries(details).map(([name, value]) => `--${name} ${value}`);
    return askSecondPerson(context, trx, {
      operator,
      command: action,
      subject: [subject, ...given.toSorted()].join(' '),
      moves: 'unknown',
    });
  }
  if (action !== 'partner_settled') return undefined;
  const path = paths.partner(subject);
  const own = (await listBalances(trx, path)).filter((account) => account.path === path);
  const owed = own.filter(({ balance }) => balance < 0n).map(({ balance, currency }) => withCode(-balance, currency));
  const moves = own
    .filter(({ balance }) => balance > 0n)
    .map(({ balance: amount, currency }) => ({ amount, currency }));
  if (owed.length === 0 || moves.length === 0)
    return askSecondPerson(context, trx, { operator, command: 'settle', subject, moves });
  // What is paid out now is no security for that any more.
  const debt = `owes ${owed.join(' and ')}`;
  const release = { operator, command: 'settle', subject: `${subject}, which ${debt}`, moves: 'unknown' } as const;
  const asked = await askSecondPerson(context, trx, release);
  return asked && `${asked} The partner ${debt}.`;
}

/** @throws for a command that there is not, and for what it does not take */
export function readPartnersCommand(args: readonly string[]) {
  const parsed = parseArgs({ args: [...args], options, allowPositionals: true });
  requireUse(partnersUsage, parsed.positionals);
  return parsed;
}

async function requirePartner({ db }: CommandContext, partnerKey: string) {
  const row = await selectPartner(db, partnerKey);
  if (row === undefined) throw new Error(`There is no partner ${partnerKey}.`);
  return row;
}

async function save(
  context: CommandContext,
  before: Parameters<typeof withOptions>[0],
  values: Values,
): Promise<string> {
  const after = partnerSchema.parse(withOptions(before, values, await findClientId(context, values.client)));
  const represented = (await selectPartner(context.db, after.partnerKey))?.clientId ?? null;
  await savePartner(context, after, values);
  await grantRole(context, represented, after.clientId ?? null);
  return showPartner(context, after.partnerKey);
}

/** An empty e-mail address removes the client; `undefined` leaves it unchanged. */
async function findClientId(context: CommandContext, email: string | undefined): Promise<string | null | undefined> {
  if (email === undefined || email === '') return email === '' ? null : undefined;
  return (await findClient(context, email)).clientId;
}

async function findClient({ db }: CommandContext, email: string): Promise<{ clientId: string; niceId: string }> {
  const clients = db.selectFrom('clients').select(['clientId', 'niceId', 'emailConfirmedAt']);
  const client = await clients.where('email', '=', email.toLowerCase()).executeTakeFirst();
  if (client === undefined) throw new Error(`--client: nobody is registered as ${email}.`);
  if (client.emailConfirmedAt === null) throw new Error(`--client: ${email} is registered, but not confirmed.`);
  return client;
}

/** A client has the role as long as it represents a partner. */
async function grantRole({ db }: CommandContext, before: string | null, after: string | null): Promise<void> {
  if (after !== null) await db.updateTable('clients').set({ isPartner: true }).where('clientId', '=', after).execute();
  if (before === null || before === after) return;
  await db
    .updateTable('clients')
    .set({ isPartner: false })
    .where('clientId', '=', before)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('partners').select('partnerKey').where('partners.clientId', '=', before))),
    )
    .execute();
}

async function showPartner(context: CommandContext, partnerKey: string): Promise<string> {
  const partner = partnerSchema.parse(await requirePartner(context, partnerKey));
  const keys = await listPartnerSecrets(context.db, partnerKey);
  const webhookKeys = (await openWebhookSecrets(context, partnerKey)).map(({ keyId }) => keyId);
  return JSON.stringify({ ...partner, keys, webhookKeys }, undefined, 2);
}

/** What `settle` would pay now, and what waits until its orders' payments cannot be taken back any more. */
async function describeFees({ db }: CommandContext, partnerKey: string): Promise<string> {
  const [own, waiting] = [paths.partner(partnerKey), paths.partnerPending(partnerKey)];
  const { oldest } = await db
    .selectFrom('partnerFees')
    .select(({ fn }) => fn.min('createdAt').as('oldest'))
    .where('partnerKey', '=', partnerKey)
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow();
  const since = oldest === null ? '' : `, the oldest since ${oldest.toISOString()}`;
  const lines = (await listBalances(db, own)).flatMap(({ path, currency, balance }) => {
    if (balance === 0n || (path !== own && path !== waiting)) return [];
    const state = path === waiting ? `pending${since}` : balance < 0n ? 'owed: losses after it was paid' : 'earned';
    return [`${withCode(balance, currency)}  ${state}`];
  });
  return lines.length === 0 ? 'There are none.' : lines.join('\n');
}

function withCode(amount: bigint, code: string): string {
  return `${formatUnits(amount, code)} ${code}`;
}

async function printDeliveries(
  { db }: CommandContext,
  partnerKey: string,
  { status, limit = '20' }: Values,
): Promise<string> {
  const known = z.enum(['waiting', 'delivered', 'given_up']).optional();
  const rows = await listDeliveries(db, {
    partnerKey,
    status: known.parse(status, saying('--status: must be waiting, delivered or given_up.')),
    limit: z.coerce.number().int().min(1).max(1000).parse(limit, saying('--limit: must be from 1 to 1000.')),
  });
  const lines = rows.map((row) => {
    const next = row.nextAttemptAt === null ? '' : `next ${row.nextAttemptAt.toISOString()}`;
    const result = row.answerCode === null ? row.failure : String(row.answerCode);
    const version = `v${partnerVersion(row)}`;
    const output = [row.deliveryId, row.niceId, version, row.status, `tries ${row.attempts}`, result, next];
    return `${output.filter((part) => part !== '').join('  ')}${row.answer === '' ? '' : `\n    ${JSON.stringify(row.answer)}`}`;
  });
  return lines.length === 0 ? 'There are none.' : lines.join('\n');
}

function readOverlap(hours = '24'): number {
  return z.coerce.number().min(0).max(720).parse(hours, saying('--overlap: must be hours, from 0 to 720.')) * 3600;
}

const saying = (fault: string) => ({ error: () => fault });
