import { sql } from 'kysely';
import { type AppContext, dayMs } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { askSecondPerson } from '../operators/second-person.ts';
import { cleanPresets } from './clean-presets.ts';
import { forgetPartner, isOwnAddress } from './find-partner.ts';
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
 * @param named whether its client or its presets were: who is paid by these is confirmed once each was
 * @throws ZodError when a setting is not allowed
 */
export async function savePartner(
  context: Pick<AppContext, 'db' | 'clock'>,
  input: PartnerInput,
  named: { client?: unknown; default?: unknown } = {},
): Promise<void> {
  const parsed = savedPartner.parse(input);
  const cleaned = { ...parsed, defaults: cleanPresets(parsed.defaults) };
  const isClientNamed = named.client !== undefined || (named.default !== undefined && parsed.clientId === null);
  const isPayeeNamed = isClientNamed && (named.default !== undefined || parsed.defaults.dstAddress === undefined);
  await upsertPartner(context.db, cleaned, { now: context.clock.now(), isPayeeNamed });
  forgetPartner(context, parsed.partnerKey);
}

/** A restore is over within so long: who was named by one file of the log is not confirmed by another one. */
const namedMs = 30 * dayMs;

/**
 * After a restore those partners are paid again whose client no person has named since the copy. Two people say so, as
 * who is paid is at stake.
 *
 * @param named those that the security log names
 * @returns those whose client has to be named first, or that a second person is asked
 */
export async function confirmPayees(
  context: Pick<AppContext, 'config' | 'clock' | 'random'>,
  trx: Executor,
  { operator, named }: { operator: string; named: readonly string[] },
): Promise<string[]> {
  await sql`
    update partners set is_payee_confirmed = false where partner_key = any(${[...named]}::text[])
  `.execute(trx);
  const { rows } = await sql<{ partnerKey: string; wasNamed: boolean }>`
    select partner_key, exists (
      select from operator_actions where action = 'secrets_ended' and at > ${new Date(context.clock.now().getTime() - namedMs)}
        and partner_key = any(string_to_array(details ->> 'payees', ' '))
    ) as was_named
    from partners where not is_payee_confirmed order by partner_key
  `.execute(trx);
  const confirmed = rows.filter(({ wasNamed }) => !wasNamed).map(({ partnerKey }) => partnerKey);
  if (confirmed.length > 0) {
    const release = { operator, command: 'end-forgotten-secrets', subject: named.toSorted().join(' ') } as const;
    const asked = await askSecondPerson(context, trx, { ...release, moves: 'unknown' });
    if (asked !== undefined) return [asked];
    await trx.updateTable('partners').set({ isPayeeConfirmed: true }).where('partnerKey', 'in', confirmed).execute();
  }
  return rows.flatMap(({ partnerKey, wasNamed }) => (wasNamed ? [partnerKey] : []));
}
