import { sql } from 'kysely';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { partnerEvent, readLogLines, securityLine } from '../../security-log/security-events.ts';
import type { OperatorAction } from '../operators/record-action.ts';
import { askSecondPerson } from '../operators/second-person.ts';
import { cleanPresets } from './clean-presets.ts';
import { forgetPartner, isOwnAddress } from './find-partner.ts';
import { endReplacedSecrets } from './partner-secrets.ts';
import { type PartnerInput, partner } from './partner.ts';
import { upsertPartner } from './store.ts';

/** A partner whose payers return to its own pages only. */
const savedPartner = partner.refine(
  (saved) =>
    [saved.defaults.httpReturnSuccess, saved.defaults.httpReturnFailed].every(
      (address) => address === undefined || isOwnAddress(saved, address),
    ),
  { path: ['defaults'], message: 'A return address must be on one of the partner’s allowed origins.' },
);

/**
 * Adds a partner or changes one.
 *
 * @param named which were: who is paid is confirmed once client and presets were, and where webhooks go by theirs
 * @throws ZodError when a setting is not allowed
 */
export async function savePartner(
  context: Pick<AppContext, 'db' | 'clock'>,
  input: PartnerInput,
  named: { client?: unknown; default?: unknown; webhook?: unknown } = {},
): Promise<void> {
  const parsed = savedPartner.parse(input);
  const cleaned = { ...parsed, defaults: cleanPresets(parsed.defaults) };
  const isClientNamed = named.client !== undefined || (named.default !== undefined && parsed.clientId === null);
  const isPayeeNamed = isClientNamed && (named.default !== undefined || parsed.defaults.dstAddress === undefined);
  await upsertPartner(context.db, cleaned, {
    now: context.clock.now(),
    ...(isPayeeNamed && { payeeHold: '' }),
    ...(named.webhook !== undefined && { webhookHold: '' }),
  });
  forgetPartner(context, parsed.partnerKey);
}

type PartnerEvent = z.output<typeof partnerEvent>;

/**
 * What of a partner an operator's action replaces, for the security log.
 *
 * @param isPaying whether its presets pay another
 */
export function listReplaced(
  action: OperatorAction['action'],
  { client, webhook }: { client?: unknown; webhook?: unknown },
  isPaying: boolean,
): PartnerEvent[] {
  return [
    ...(client !== undefined || isPaying ? (['payee_named'] as const) : []),
    ...(webhook !== undefined || action === 'partner_webhook_rotated' ? (['webhook_replaced'] as const) : []),
  ];
}

const partnerLine = securityLine.extend({ event: partnerEvent, partnerKey: z.string() });
const keyAction = z.enum(['partner_key_rotated', 'partner_read_key_rotated']);
const keyLine = securityLine.extend({ action: keyAction, reason: z.string() });

/** A key that only reads is another action, as a restore reads of the log which keys are over. */
export function nameAction(action: OperatorAction['action'], { scope }: { scope?: string | undefined }) {
  return action === 'partner_key_rotated' && scope === 'read' ? 'partner_read_key_rotated' : action;
}

/**
 * By the security log of the time since the copy: whom it names as replaced waits for a person, and a replaced key is
 * over at once, as its partner has another. All other partners are paid and sent webhooks again once two people have
 * given the log, as money is at stake.
 *
 * @param log its text
 * @returns what a person reads: partners by what has to be done about them
 */
export async function confirmPartners(
  context: Pick<AppContext, 'config' | 'clock' | 'random' | 'jobs'>,
  trx: Executor,
  { operator, log }: { operator: string; log: string },
): Promise<Readonly<Record<string, readonly string[]>>> {
  const lines = readLogLines(log, partnerLine);
  const naming = (event: PartnerEvent) => lines.filter((line) => line.event === event).map((line) => line.partnerKey);
  const [payees, hooks] = [naming('payee_named'), naming('webhook_replaced')];
  await sql`update partners set payee_hold = 'replaced' where partner_key = any(${payees}::text[])`.execute(trx);
  await sql`update partners set webhook_hold = 'replaced' where partner_key = any(${hooks}::text[])`.execute(trx);
  const keys = readLogLines(log, keyLine).map(({ action, reason: partnerKey, time }) => {
    return { partnerKey, time, readsOnly: action === 'partner_read_key_rotated' };
  });
  const ended = await endReplacedSecrets(trx, keys, context.clock.now());
  const held = trx.selectFrom('partners').select(['partnerKey', 'payeeHold', 'webhookHold']).orderBy('partnerKey');
  const rows = await held.where((or) => or.or([or('payeeHold', '<>', ''), or('webhookHold', '<>', '')])).execute();
  const said = {
    'Not paid before `partners set` names whom': keysOf(rows.filter(({ payeeHold }) => payeeHold === 'replaced')),
    'Sent no webhook before `partners set --webhook`': keysOf(rows.filter((row) => row.webhookHold === 'replaced')),
    'Keys that had been replaced are over of': ended,
  };
  if (rows.every(({ payeeHold, webhookHold }) => payeeHold !== 'restored' && webhookHold !== 'restored')) return said;
  const subject = [...payees, ...hooks].toSorted().join(' ');
  const release = { operator, command: 'end-forgotten-secrets', subject, moves: 'unknown' } as const;
  const asked = await askSecondPerson(context, trx, release);
  if (asked !== undefined) return { ...said, 'All other partners': [asked] };
  await sql`update partners set payee_hold = '' where payee_hold = 'restored'`.execute(trx);
  await sql`update partners set webhook_hold = '' where webhook_hold = 'restored'`.execute(trx);
  return said;
}

const keysOf = (rows: readonly { partnerKey: string }[]) => rows.map(({ partnerKey }) => partnerKey);
